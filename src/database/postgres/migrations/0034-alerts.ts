import { type Kysely, sql } from 'kysely'

/** What whoever runs the site was told of; `cleared_at` is when it was first seen to be over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table told_alerts (
    key text collate "C" primary key,
    told_at timestamptz not null,
    cleared_at timestamptz
  )`.execute(db)
}
