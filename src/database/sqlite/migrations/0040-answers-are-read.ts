import { type Kysely, sql } from 'kysely'

/** Files of answers are rendered and read as papers are, after all of these: their steps are four more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const queued = (values: string) =>
    `insert or ignore into drawing_jobs (file_key, state, of_answers) ${values}`
  for (const statement of [
    'drop index drawing_jobs_by_step',
    'alter table drawing_jobs drop column step',
    'alter table drawing_jobs add column of_answers integer not null default 0 check (of_answers in (0, 1))',
    `alter table drawing_jobs add column step integer generated always as (4 * of_answers + case
      when page_count = 0 then 1 when text_count < page_count then 2 when asked_at is not null then 3 else 4 end) virtual`,
    'create index drawing_jobs_by_step on drawing_jobs (state, step, file_key)',
    ...[
      ['new', 'insert'],
      ['changed', 'update of answers_key'],
    ].map(
      ([of, change]) => `create trigger drawing_jobs_of_${of}_answers after ${change} on papers
        when new.answers_key is not null begin ${queued("values (new.answers_key, 'waiting', 1)")}; end`,
    ),
    queued("select answers_key, 'waiting', 1 from papers where answers_key is not null"),
  ])
    await sql.raw(statement).execute(db)
}
