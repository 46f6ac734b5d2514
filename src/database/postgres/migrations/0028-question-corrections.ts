import { type Kysely, sql } from 'kysely'

/** What administrators say that the questions of a file are, and why those that were found need a look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table question_corrections (sha256 text collate "C" not null primary key, list text collate "C" not null)`,
    `create function forget_question_corrections() returns trigger language plpgsql as $$
    begin
      delete from question_corrections where sha256 = old.sha256
        and not exists (select 1 from stored_files where sha256 = old.sha256);
      return null;
    end $$`,
    `create trigger question_corrections_of_gone_file after delete on stored_files
      for each row execute function forget_question_corrections()`,
    'alter table question_files add column doubt text collate "C"',
    'create index question_files_in_doubt on question_files (file_key) where doubt is not null',
    // Those that are there are looked through once more, for their doubts.
    `update question_files set found_by = ''`,
  ])
    await sql.raw(statement).execute(db)
}
