import { type Kysely, sql } from 'kysely'

/** Two more numbers beside the content's version: of pages drawn and recognised, and of counted views and visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table content_version add column prepared integer not null default 0',
    'alter table content_version add column counts integer not null default 0',
    // Whoever counts views or visits writes this row, once for all that are counted together.
    `create trigger counts_version after update on visit_count begin
      update content_version set counts = counts + 1;
    end`,
  ])
    await sql.raw(statement).execute(db)
}
