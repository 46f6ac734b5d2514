import { type Kysely, sql } from 'kysely'

/** Public keys alone: what signs stays on the device. Challenges are signed, and stored once they were used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table passkeys (
    id text not null primary key,
    administrator_id text not null references administrators (id) on delete cascade,
    public_key text not null,
    counter integer not null,
    transports text not null,
    name text not null,
    created_at text not null,
    last_used_at text
  ) strict, without rowid`.execute(db)
  await sql`create index passkeys_by_administrator on passkeys (administrator_id, created_at)`.execute(db)
  await sql`create table spent_challenges (
    hash text not null primary key,
    expires_at text not null
  ) strict, without rowid`.execute(db)
}
