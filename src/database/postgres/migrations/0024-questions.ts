import { type Kysely, sql } from 'kysely'

const KEY = 'text collate "C"'

/** The questions of each file, found from where its words stand; can be made again at any time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = `file_key ${KEY} not null references drawing_jobs (file_key) on delete cascade`
  for (const statement of [
    `create table question_files (${key}, found_by ${KEY} not null, stated integer, primary key (file_key))`,
    `create table questions (${key},
      place integer not null, number ${KEY} not null, section ${KEY}, marks integer, choices integer not null,
      printings ${KEY} not null, primary key (file_key, place))`,
  ])
    await sql.raw(statement).execute(db)
}
