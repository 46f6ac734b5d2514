import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table confirmed_time (
    id text not null primary key check (id = 'sweep'),
    confirmed_at text not null,
    clock_at text not null,
    ran_ms integer not null check (ran_ms >= 0)
  ) strict, without rowid`.execute(db)
  // Before the first sweep, the last thing that was done here is the latest time known.
  await sql`insert into confirmed_time (id, confirmed_at, clock_at, ran_ms)
    select 'sweep', last, last, 0 from (
      select max(at) as last from (
        select max(at) as at from journal
        union all select max(created_at) from papers
        union all select max(binned_at) from binned_papers
        union all select max(arrived_at) from tray
        union all select max(day) || 'T00:00:00.000Z' from visits_by_day
        union all select max(day) || 'T00:00:00.000Z' from views_by_day
      )
    ) where last is not null`.execute(db)
}
