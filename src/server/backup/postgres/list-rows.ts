import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { isLaterThanKnown } from '#database/postgres/migrate.ts'
import { openUnlimited } from '#database/postgres/open-postgres.ts'
import { openLocks } from '#database/postgres/session-locks.ts'
import type { Database } from '#database/schema.ts'
import { type CopiedDatabase, type CopyFacts, type DatabaseCopier, neededFiles } from '../copy-site.ts'

const ROWS_AT_ONCE = 5_000
const TABLES = `
  create table stored_files (full_path text primary key, sha256 text, size integer);
  create table inbox (upload_id text primary key, sha256 text, size integer);
  create table facts (as_json text)`

/** Lists the files that rows name, as of one moment, in a file of SQLite; PostgreSQL's own tools copy the database. */
export function postgresCopier(settings: { url: string }): DatabaseCopier {
  const using = async <Result>(work: (db: Database) => Promise<Result>) => {
    const db = openUnlimited(settings)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  return {
    engine: 'postgres',
    holdsSite: () =>
      using(async (db) => (await hasTables(db)) && (await firstAdministrator(db)) !== undefined),
    isLaterThanKnown,
    lastMigration: () => using(lastMigration),
    async takeTurn(place) {
      const locks = openLocks(settings.url)
      const turn = await locks.claim(`backup to ${place}`)
      if (!turn) await locks.close()
      return turn && { release: locks.close }
    },

    // The list is a line of a file's name and hash: nothing besides the room that is left free.
    size: async () => 0,

    async copy(to) {
      const list = new DatabaseSync(to)
      chmodSync(to, 0o600)
      try {
        list.exec(`begin; ${TABLES}`)
        await using((db) =>
          db
            .transaction()
            .setIsolationLevel('repeatable read')
            .execute((moment) => listRows(moment, list)),
        )
        list.exec('commit')
      } finally {
        list.close()
      }
    },

    open: openList,
  }
}

function openList(path: string): CopiedDatabase {
  const list = new DatabaseSync(path, { readOnly: true })
  return {
    ...neededFiles(list),
    facts() {
      const { confirmedAt, ...facts } = JSON.parse(
        String(list.prepare('select as_json from facts').get()?.as_json),
      )
      return { ...facts, confirmedAt: confirmedAt && new Date(confirmedAt) } as CopyFacts
    },
    faults: () => [],
    close: () => list.close(),
  }
}

async function listRows(db: Database, list: DatabaseSync) {
  const file = list.prepare('insert into stored_files values (?, ?, ?)')
  let last = ''
  for (let isWhole = false; !isWhole; ) {
    const rows = await db
      .selectFrom('storedFiles')
      .select(['fullPath', 'sha256', 'size'])
      .where('fullPath', '>', last)
      .orderBy('fullPath')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const row of rows) file.run(row.fullPath, row.sha256, row.size)
    last = rows.at(-1)?.fullPath ?? last
    isWhole = rows.length < ROWS_AT_ONCE
  }
  const upload = list.prepare('insert into inbox values (?, ?, ?)')
  for (const row of await db.selectFrom('inbox').select(['uploadId', 'sha256', 'size']).execute())
    upload.run(row.uploadId, row.sha256, row.size)
  list.prepare('insert into facts values (?)').run(JSON.stringify(await factsOf(db)))
}

async function factsOf(db: Database): Promise<CopyFacts> {
  const { rows } = await sql<{ papers: number; confirmedAt: string | null }>`
    select (select count(*) from papers) + (select count(*) from binned_papers) as papers,
      (select confirmed_at from confirmed_time) as confirmed_at`.execute(db)
  const [row] = rows
  const { papers = 0, confirmedAt = null } = row ?? {}
  return {
    site: (await firstAdministrator(db))?.id ?? '',
    migration: await lastMigration(db),
    ...{ papers, confirmedAt: confirmedAt === null ? null : new Date(confirmedAt) },
  }
}

async function lastMigration(db: Database): Promise<string> {
  const query = sql<{ name: string | null }>`select max(name) as name from kysely_migration`
  return (await query.execute(db)).rows[0]?.name ?? ''
}

async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select to_regclass('administrators') is not null as found`.execute(db)
  return Boolean(rows[0]?.found)
}

async function firstAdministrator(db: Database) {
  const first = db.selectFrom('administrators').select('id').orderBy('createdAt').orderBy('id').limit(1)
  return await first.executeTakeFirst()
}
