import { type Kysely, sql } from 'kysely'

/** Which files of the inbox forbid to print them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox add column is_locked boolean not null default false`.execute(db)
}
