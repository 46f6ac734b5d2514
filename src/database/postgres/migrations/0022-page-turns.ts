import { type Kysely, sql } from 'kysely'

/** By how much pages are turned, who says so, and how their pictures are turned by now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table page_turns (
      file_key text collate "C" not null references stored_files (full_path) on delete cascade,
      page bigint not null,
      turn integer not null check (turn in (0, 90, 180, 270)),
      by_hand boolean not null,
      drawn integer not null default 0,
      primary key (file_key, page)
    )`,
    'create index page_turns_to_draw on page_turns (file_key, page) where turn <> drawn',
  ])
    await sql.raw(statement).execute(db)
}
