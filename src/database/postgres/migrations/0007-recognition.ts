import { type Kysely, sql } from 'kysely'

const KEY = 'text collate "C"'

/** What is recognised on pages without text, where the words of all pages stand, and which pages wait for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = `file_key ${KEY} not null references drawing_jobs (file_key) on delete cascade, page bigint not null`
  for (const statement of [
    `create table recognition_jobs (${key},
      state ${KEY} not null check (state in ('waiting', 'done', 'failed')),
      confidence integer, fault ${KEY}, updated_at timestamptz, primary key (file_key, page))`,
    'create index recognition_jobs_by_state on recognition_jobs (state, page, file_key)',
    `create table page_lines (${key}, lines ${KEY} not null, primary key (file_key, page))`,
    'alter table page_texts add column confidence integer',
    `alter table inbox add column recognition ${KEY}`,
    `alter table inbox add column first_page_sure ${KEY}`,
    // Pages that were drawn before and said nothing.
    `insert into recognition_jobs (file_key, page, state)
      select drawing_jobs.file_key, image.page, 'waiting'
      from drawing_jobs, json_array_elements_text(images) with ordinality as image (drawn, page)
      where image.drawn is not null and not exists (
        select 1 from page_texts where page_texts.file_key = drawing_jobs.file_key and page_texts.page = image.page)`,
    `create constraint trigger content_version_of_recognition_jobs after update of state on recognition_jobs
      deferrable initially deferred for each row execute function raise_content_version()`,
  ])
    await sql.raw(statement).execute(db)
}
