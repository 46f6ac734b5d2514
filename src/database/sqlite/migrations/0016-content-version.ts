import { type Kysely, sql } from 'kysely'

const COUNTED = ['views']

/** Grows with whatever visitors' pages show, except counts of views and visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_version (id integer primary key check (id = 1), version integer not null) strict`.execute(
    db,
  )
  await sql`insert into content_version values (1, 1)`.execute(db)
  const shown = await columnsOf(db, 'papers', COUNTED)
  const changes = [
    ['papers', 'insert'],
    ['papers', 'delete'],
    ['papers', `update of ${shown.join(', ')}`],
    ['stored_files', 'insert'],
    ['stored_files', 'delete'],
    ['stored_files', 'update'],
    ['drawing_jobs', 'update of state, page_count, images'],
    ['prices', 'insert'],
    ['prices', 'delete'],
    ['prices', 'update'],
  ]
  for (const [table, change] of changes) {
    const name = `content_version_${table}_${change?.split(' ')[0]}`
    await sql
      .raw(`create trigger ${name} after ${change} on ${table} begin
        update content_version set version = version + 1;
      end`)
      .execute(db)
  }
}

async function columnsOf(db: Kysely<unknown>, table: string, except: string[]) {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !except.includes(name))
}
