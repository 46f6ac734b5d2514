import { type Kysely, sql } from 'kysely'

/** What whoever runs the site should look at, one of each kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table warnings (
    kind text primary key,
    sentence text not null,
    since text not null
  ) strict, without rowid`.execute(db)
}
