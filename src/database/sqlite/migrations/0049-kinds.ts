import { type Kysely, sql } from 'kysely'

/** What study material is, such as notes; '' for a question paper, as all are that are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table papers add column kind text not null default ''`,
    `alter table binned_papers add column kind text not null default ''`,
    `create trigger content_version_papers_kind after update of kind on papers begin
      update content_version set version = version + 1;
    end`,
  ])
    await sql.raw(statement).execute(db)
}
