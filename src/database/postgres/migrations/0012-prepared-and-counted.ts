import { type Kysely, sql } from 'kysely'

/** Two more numbers beside the content's version: of pages drawn and recognised, and of counted views and visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table content_version add column prepared integer not null default 0',
    'alter table content_version add column counts bigint not null default 0',
    // Whoever counts views or visits writes this row, once for all that are counted together. At the end of the
    // transaction, so that none waits for another while it works.
    `create function note_counts() returns trigger language plpgsql as $$
    begin
      update content_version set counts = counts + 1;
      return null;
    end $$`,
    `create constraint trigger counts_version after update on visit_count
      deferrable initially deferred for each row execute function note_counts()`,
  ])
    await sql.raw(statement).execute(db)
}
