import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table papers add column answered integer not null generated always as
    (answers_key is not null or reference_link is not null) virtual`.execute(db)
  // Covering indexes: the desk's list is walked in each order, never sorted, and reads no paper that it leaves out.
  const filters = 'serial, type, grade, subject, year, thumbnail_given, answered'
  for (const [name, order] of [
    ['changed', 'updated_at'],
    ['title', 'title collate nocase'],
    ['views', 'views'],
  ]) {
    await sql.raw(`create index papers_by_${name} on papers (${order}, ${filters})`).execute(db)
  }
  await sql`create index papers_without_answers on papers (position, type, grade, subject, answered)
    where answered = 0`.execute(db)
  await sql`create index papers_without_thumbnail on papers (position, type, grade, subject, thumbnail_given)
    where thumbnail_given = 0`.execute(db)
  await sql`create index binned_papers_by_upload on binned_papers (upload_id)`.execute(db)
  // So that links to old answers lead to the new answers and not to the questions.
  await sql`alter table former_files add column part text not null default 'file'
    check (part in ('file', 'thumbnail', 'answers'))`.execute(db)
}
