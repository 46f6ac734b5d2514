import { type Kysely, sql } from 'kysely'

/** What the journal is narrowed to stands in the order in which it is read, however many changes there have been. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index journal_by_subject`.execute(db)
  await sql`create index journal_by_subject on journal (subject_id, id)`.execute(db)
  await sql`create index journal_by_kind on journal (kind, id)`.execute(db)
}
