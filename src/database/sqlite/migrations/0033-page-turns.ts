import { type Kysely, sql } from 'kysely'

/** By how much pages are turned, who says so, and how their pictures are turned by now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table page_turns (
      file_key text not null references stored_files (full_path) on delete cascade,
      page integer not null,
      turn integer not null check (turn in (0, 90, 180, 270)),
      by_hand integer not null check (by_hand in (0, 1)),
      drawn integer not null default 0,
      primary key (file_key, page)
    ) strict, without rowid`,
    'create index page_turns_to_draw on page_turns (file_key, page) where turn <> drawn',
  ])
    await sql.raw(statement).execute(db)
}
