import { type Kysely, sql } from 'kysely'

/** Links for a new password, each known by the hash of its secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table password_resets (
    hash text primary key,
    administrator_id text not null references administrators (id) on delete cascade,
    expires_at text not null
  ) strict, without rowid`.execute(db)
  await sql`create index password_resets_by_administrator
    on password_resets (administrator_id, expires_at)`.execute(db)
}
