import { type Kysely, sql } from 'kysely'

/** Bytes that no row may name, as this database knows: about to be stored, or of a row that was deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unsettled_files (
    kind text collate "C" not null,
    name text collate "C" not null,
    primary key (kind, name)
  )`.execute(db)
}
