import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    // One counter for all rows: a version is also the place of a change among all changes.
    'version integer not null default 1',
    "typed text not null default '{}'",
    'confirmed integer not null default 0 check (confirmed in (0, 1))',
    'settled text',
    'away_at text',
    'away_by text',
    'edited_at text',
    'edited_by text',
    'edited_from text',
    "folders text not null default ''",
    'scripts_removed integer not null default 0 check (scripts_removed in (0, 1))',
  ])
    await sql`alter table tray add column ${sql.raw(column)}`.execute(db)
  await sql`create table tray_version (
    id integer not null primary key check (id = 1),
    version integer not null
  ) strict`.execute(db)
  await sql`insert into tray_version (id, version) values (1, 1)`.execute(db)
  await sql`create table tray_gone (
    upload_id text not null primary key,
    version integer not null,
    how text not null,
    by text,
    title text not null,
    at text not null
  ) strict, without rowid`.execute(db)
}
