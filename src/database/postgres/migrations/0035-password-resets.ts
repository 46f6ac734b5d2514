import { type Kysely, sql } from 'kysely'

/** Links for a new password, each known by the hash of its secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table password_resets (
    hash text collate "C" primary key,
    administrator_id text collate "C" not null references administrators (id) on delete cascade,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index password_resets_by_administrator
    on password_resets (administrator_id, expires_at)`.execute(db)
}
