import { type Kysely, sql } from 'kysely'

/** Totals, years and the coverage are sums over `paper_counts`, which triggers keep; nothing else counts papers now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table shelves`.execute(db)
  await sql`drop index if exists papers_answered`.execute(db)
}
