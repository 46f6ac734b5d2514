import { type Kysely, sql } from 'kysely'

/** When each stored file was last compared with its row, and what was wrong with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table file_checks (
    file_key text primary key references stored_files (full_path) on delete cascade,
    checked_at text not null,
    fault text check (fault in ('missing', 'damaged'))
  ) strict, without rowid`.execute(db)
  await sql`create index file_checks_by_fault on file_checks (fault, checked_at)`.execute(db)
}
