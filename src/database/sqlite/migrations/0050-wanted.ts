import { type Kysely, sql } from 'kysely'

/** How often a paper that is not there was asked for on a day of India; sums alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table wanted_by_day (
    day text not null,
    wish text not null,
    times integer not null check (times > 0),
    dismissed integer not null default 0 check (dismissed in (0, 1)),
    primary key (day, wish)
  ) strict, without rowid`.execute(db)
}
