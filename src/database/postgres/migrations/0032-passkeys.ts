import { type Kysely, sql } from 'kysely'

const KEY = 'text collate "C"'

/** Public keys alone: what signs stays on the device. Challenges are signed, and stored once they were used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table passkeys (
    id ${KEY} not null primary key,
    administrator_id ${KEY} not null references administrators (id) on delete cascade,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`)
    .execute(db)
  await sql`create index passkeys_by_administrator on passkeys (administrator_id, created_at)`.execute(db)
  await sql
    .raw(`create table spent_challenges (hash ${KEY} not null primary key, expires_at timestamptz not null)`)
    .execute(db)
}
