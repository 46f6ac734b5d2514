import { type Kysely, sql } from 'kysely'

/** What administrators say that the questions of a file are, and why those that were found need a look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table question_corrections (sha256 text not null primary key, list text not null) strict, without rowid`,
    `create trigger question_corrections_of_gone_file after delete on stored_files
      when not exists (select 1 from stored_files where sha256 = old.sha256) begin
        delete from question_corrections where sha256 = old.sha256;
      end`,
    'alter table question_files add column doubt text',
    'create index question_files_in_doubt on question_files (file_key) where doubt is not null',
    // Those that are there are looked through once more, for their doubts.
    `update question_files set found_by = ''`,
  ])
    await sql.raw(statement).execute(db)
}
