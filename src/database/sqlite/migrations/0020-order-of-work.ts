import { type Kysely, sql } from 'kysely'

/** How far the text of each file is read, which files visitors ask for, tries of recognising, and a content version
 * that grows for many drawn and recognised pages at once: until then `pending` is 1. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table drawing_jobs add column text_count integer not null default 0',
    'alter table drawing_jobs add column asked_at text',
    `alter table drawing_jobs add column step integer generated always as (case
      when page_count = 0 then 1 when text_count < page_count then 2 when asked_at is not null then 3 else 4 end) virtual`,
    'update drawing_jobs set text_count = json_array_length(images)',
    'drop index drawing_jobs_by_state',
    'create index drawing_jobs_by_step on drawing_jobs (state, step, file_key)',
    'alter table recognition_jobs add column tries integer not null default 0',
    'alter table recognition_jobs add column retry_at text',
    'alter table recognition_jobs add column found text',
    'alter table inbox add column first_page_found text',
    'alter table content_version add column pending integer not null default 0',
    'drop trigger content_version_drawing_jobs_update',
    'drop trigger content_version_recognition_jobs',
    ...[
      ['drawing_jobs', 'update of state, page_count, images'],
      ['recognition_jobs', 'update of state'],
    ].map(
      ([table, change]) => `create trigger content_pending_${table} after ${change} on ${table} begin
        update content_version set pending = 1 where pending = 0;
      end`,
    ),
  ])
    await sql.raw(statement).execute(db)
}
