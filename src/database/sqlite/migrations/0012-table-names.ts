import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table tray rename to inbox',
    'alter table tray_gone rename to inbox_gone',
    'alter table tray_version rename to inbox_version',
    'drop index tray_by_sha256',
    'drop index tray_by_arrival',
    'create index inbox_by_sha256 on inbox (sha256)',
    'create index inbox_by_arrival on inbox (arrived_at)',
    'alter table readings rename to drawing_jobs',
    'drop index readings_by_state',
    'create index drawing_jobs_by_state on drawing_jobs (state, tries, file_key)',
    ...[
      ['paper', 'insert'],
      ['file', 'update of file_key'],
    ].flatMap(([of, change]) => [
      `drop trigger readings_of_new_${of}`,
      `create trigger drawing_jobs_of_new_${of} after ${change} on papers begin
        insert or ignore into drawing_jobs (file_key, state) values (new.file_key, 'waiting');
      end`,
    ]),
  ])
    await sql.raw(statement).execute(db)
}
