import { type Kysely, sql } from 'kysely'

/** What study material is, such as notes; '' for a question paper, as all are that are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table papers add column kind text collate "C" not null default ''`,
    `alter table binned_papers add column kind text collate "C" not null default ''`,
    `create constraint trigger content_version_of_kinds after update of kind on papers
      deferrable initially deferred for each row execute function raise_content_version()`,
  ])
    await sql.raw(statement).execute(db)
}
