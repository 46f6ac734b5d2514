import { type Kysely, sql } from 'kysely'

/** Page 1 of files that wait in the inbox, drawn ahead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table first_pages (
    sha256 text collate "C" primary key, made_by text collate "C" not null, drawn text
  )`.execute(db)
}
