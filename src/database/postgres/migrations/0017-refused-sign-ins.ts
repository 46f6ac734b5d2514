import { type Kysely, sql } from 'kysely'

const KEY = 'text collate "C"'

/** Refused sign-ins by day of India and shortened network; `since` is the account's last sign-in before, or empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table refused_sign_ins (
    administrator_id ${KEY} not null references administrators (id) on delete cascade,
    day date not null,
    network ${KEY} not null,
    since ${KEY} not null,
    passwords integer not null,
    codes integer not null,
    last_at timestamptz not null,
    primary key (administrator_id, day, network, since)
  )`)
    .execute(db)
  await sql`create index refused_sign_ins_by_day on refused_sign_ins (day)`.execute(db)
  await sql`alter table sessions add column previous_sign_in_at timestamptz`.execute(db)
}
