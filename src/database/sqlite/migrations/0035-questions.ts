import { type Kysely, sql } from 'kysely'

/** The questions of each file, found from where its words stand; can be made again at any time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = 'file_key text not null references drawing_jobs (file_key) on delete cascade'
  for (const statement of [
    `create table question_files (${key}, found_by text not null, stated integer, primary key (file_key)) strict, without rowid`,
    `create table questions (${key},
      place integer not null, number text not null, section text, marks integer, choices integer not null,
      printings text not null, primary key (file_key, place)) strict`,
  ])
    await sql.raw(statement).execute(db)
}
