import { type Kysely, sql } from 'kysely'

/** Bytes that no row may name, as this database knows: about to be stored, or of a row that was deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unsettled_files (
    kind text not null,
    name text not null,
    primary key (kind, name)
  ) strict, without rowid`.execute(db)
}
