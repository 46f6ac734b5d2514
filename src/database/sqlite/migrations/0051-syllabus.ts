import { type Kysely, sql } from 'kysely'

/** Whether a paper still fits its syllabus, where an administrator says it; '' goes by its date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['papers', 'binned_papers'])
    await sql.raw(`alter table ${table} add column syllabus text not null default ''`).execute(db)
  for (const statement of [
    'drop trigger content_version_papers_variant',
    `create trigger content_version_papers_variant after update of variant, medium, board, syllabus on papers begin
      update content_version set version = version + 1;
    end`,
    `create index papers_by_syllabus on papers (syllabus, position) where syllabus <> ''`,
  ])
    await sql.raw(statement).execute(db)
}
