import { type Kysely, sql } from 'kysely'

/** A paper can be off the site without being in the bin: then it is hidden, until a time or for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table binned_papers
      alter column binned_at drop not null,
      alter column binned_by drop not null,
      add column hidden_at timestamptz,
      add column show_at timestamptz,
      add check (coalesce(binned_at, hidden_at) is not null)`,
    'create index hidden_papers_to_show on binned_papers (show_at) where show_at is not null and binned_at is null',
  ])
    await sql.raw(statement).execute(db)
}
