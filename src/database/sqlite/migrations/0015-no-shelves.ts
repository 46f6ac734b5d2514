import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table shelves`.execute(db)
  await sql`drop index if exists papers_answered`.execute(db)
}
