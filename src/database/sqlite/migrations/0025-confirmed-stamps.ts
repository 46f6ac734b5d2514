import { type Kysely, sql } from 'kysely'

/** What the last sweep left although it seems too old was stamped by a clock that was behind: it has its days again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update binned_papers set binned_at = confirmed_at from confirmed_time
    where binned_at < strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at, '-30 days')`.execute(db)
  await sql`update inbox set arrived_at = confirmed_at from confirmed_time
    where arrived_at < strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at, '-7 days')`.execute(db)
}
