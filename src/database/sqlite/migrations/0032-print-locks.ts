import { type Kysely, sql } from 'kysely'

/** Which files of the inbox forbid to print them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox add column is_locked integer not null default 0 check (is_locked in (0, 1))`.execute(
    db,
  )
}
