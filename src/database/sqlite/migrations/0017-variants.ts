import { type Kysely, sql } from 'kysely'

/** What tells papers of one exam apart, whose board a paper of a state is, and when a waiting PDF says it was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['papers', 'binned_papers'])
    for (const column of ['variant', 'board'])
      await sql.raw(`alter table ${table} add column ${column} text not null default ''`).execute(db)
  await sql`alter table inbox add column made_on text`.execute(db)
  await sql`create trigger content_version_papers_variant after update of variant, board on papers begin
    update content_version set version = version + 1;
  end`.execute(db)
}
