import { type Kysely, sql } from 'kysely'

/** A covering index: no paper is read for the coverage of a class. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index papers_answered on papers (type, grade, subject, year)
    where reference_link is not null or answers_key is not null`.execute(db)
}
