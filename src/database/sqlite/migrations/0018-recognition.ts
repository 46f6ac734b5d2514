import { type Kysely, sql } from 'kysely'

/** What is recognised on pages without text, where the words of all pages stand, and which pages wait for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key =
    'file_key text not null references drawing_jobs (file_key) on delete cascade, page integer not null'
  for (const statement of [
    `create table recognition_jobs (${key},
      state text not null check (state in ('waiting', 'done', 'failed')),
      confidence integer, fault text, updated_at text, primary key (file_key, page)) strict, without rowid`,
    'create index recognition_jobs_by_state on recognition_jobs (state, page, file_key)',
    `create table page_lines (${key}, lines text not null, primary key (file_key, page)) strict`,
    'alter table page_texts add column confidence integer',
    'alter table inbox add column recognition text',
    'alter table inbox add column first_page_sure text',
    // Pages that were drawn before and said nothing.
    `insert into recognition_jobs (file_key, page, state)
      select drawing_jobs.file_key, image.key + 1, 'waiting' from drawing_jobs, json_each(images) as image
      where image.value is not null and not exists (
        select 1 from page_texts where page_texts.file_key = drawing_jobs.file_key and page = image.key + 1)`,
    `create trigger content_version_recognition_jobs after update of state on recognition_jobs begin
      update content_version set version = version + 1;
    end`,
  ])
    await sql.raw(statement).execute(db)
}
