import { type Kysely, sql } from 'kysely'

/** Since when a replaced file is kept, so that it can be put back; null for one that is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table former_files add column kept_since text collate "C"`.execute(db)
}
