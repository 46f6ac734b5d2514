import { type Kysely, sql } from 'kysely'

/** How long the last recognised pages took, and which waiting pages visitors ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table reading_pace (
      id integer primary key check (id = 1),
      pages integer not null,
      ms_per_page double precision not null,
      noted_at timestamptz not null
    )`,
    'alter table recognition_jobs add column asked_at timestamptz',
    'create index recognition_jobs_asked on recognition_jobs (state, asked_at) where asked_at is not null',
  ])
    await sql.raw(statement).execute(db)
}
