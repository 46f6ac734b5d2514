import { type Kysely, sql } from 'kysely'

/** How often each way to the centre was opened on a day of India; sums alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table taps_by_day (
    day date not null,
    target text collate "C" not null,
    taps bigint not null check (taps > 0),
    primary key (day, target)
  )`.execute(db)
}
