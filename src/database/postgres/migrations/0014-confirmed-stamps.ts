import { type Kysely, sql } from 'kysely'

/** What the last sweep left although it seems too old was stamped by a clock that was behind: it has its days again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update binned_papers set binned_at = confirmed_at from confirmed_time
    where binned_at < confirmed_at - interval '720 hours'`.execute(db)
  await sql`update inbox set arrived_at = confirmed_at from confirmed_time
    where arrived_at < confirmed_at - interval '168 hours'`.execute(db)
}
