import { type Kysely, sql } from 'kysely'

/** Indexes in reading order, so that a filtered journal is walked, never sorted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index journal_by_subject`.execute(db)
  await sql`create index journal_by_subject on journal (subject_id, id)`.execute(db)
  await sql`create index journal_by_kind on journal (kind, id)`.execute(db)
}
