import { type Kysely, sql } from 'kysely'

/** What the server that makes the nightly backups tells the others of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table nightly_backups (
    id integer primary key check (id = 1),
    place text collate "C" not null,
    state text collate "C" not null
  )`.execute(db)
}
