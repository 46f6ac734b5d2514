import { type Kysely, sql } from 'kysely'

/** What tells papers of one exam apart, whose board a paper of a state is, and when a waiting PDF says it was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['papers', 'binned_papers'])
    for (const column of ['variant', 'board'])
      await sql
        .raw(`alter table ${table} add column ${column} text collate "C" not null default ''`)
        .execute(db)
  await sql`alter table inbox add column made_on text collate "C"`.execute(db)
  await sql`create constraint trigger content_version_of_variants after update of variant, board on papers
    deferrable initially deferred for each row execute function raise_content_version()`.execute(db)
}
