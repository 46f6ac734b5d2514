import { type Kysely, sql } from 'kysely'

const KEY = 'text collate "C"'

/** How far the text of each file is read, which files visitors ask for, tries of recognising, and a content version
 * that grows for many drawn and recognised pages at once: until then `pending` is 1. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table drawing_jobs add column text_count integer not null default 0',
    'alter table drawing_jobs add column asked_at timestamptz',
    `alter table drawing_jobs add column step integer generated always as (case
      when page_count = 0 then 1 when text_count < page_count then 2 when asked_at is not null then 3 else 4 end) stored`,
    'drop trigger content_version_of_drawing_jobs on drawing_jobs',
    'drop trigger content_version_of_recognition_jobs on recognition_jobs',
    'update drawing_jobs set text_count = json_array_length(images)',
    'drop index drawing_jobs_by_state',
    'create index drawing_jobs_by_step on drawing_jobs (state, step, file_key)',
    'alter table recognition_jobs add column tries integer not null default 0',
    'alter table recognition_jobs add column retry_at timestamptz',
    `alter table recognition_jobs add column found ${KEY}`,
    `alter table inbox add column first_page_found ${KEY}`,
    'alter table content_version add column pending integer not null default 0',
    // At the end of the transaction, so that none waits for another while it works.
    `create function note_pending_content() returns trigger language plpgsql as $$
    begin
      update content_version set pending = 1 where pending = 0;
      return null;
    end $$`,
    ...[
      ['drawing_jobs', 'update of state, page_count, images'],
      ['recognition_jobs', 'update of state'],
    ].map(
      ([table, change]) => `create constraint trigger content_pending_of_${table} after ${change} on ${table}
        deferrable initially deferred for each row execute function note_pending_content()`,
    ),
  ])
    await sql.raw(statement).execute(db)
}
