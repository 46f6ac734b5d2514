import { type Kysely, sql } from 'kysely'

/** What an administrator may do. Whoever has an account by now could do everything, and still can. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table administrators add column role text not null default 'owner'
    check (role in ('owner', 'editor', 'uploader'))`.execute(db)
}
