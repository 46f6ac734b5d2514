import { chmodSync, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { isLaterThanKnown } from '#database/sqlite/migrate.ts'
import type { DatabaseSettings } from '../settings/database-settings.ts'
import { DatabaseDamaged } from './backup-target.ts'
import { type CopiedDatabase, type DatabaseCopier, neededFiles } from './copy-site.ts'

const PAGES_AT_ONCE = 500
const BUSY_TIMEOUT_MS = 5_000
/** The index is derived: damage to it is repaired by `npm run reindex` and no reason to be without a backup. */
const OF_THE_INDEX = /FTS5/
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]

/** SQLite's online backup of the database at this path. */
function sqliteCopier(path: string): DatabaseCopier {
  return {
    engine: 'sqlite',
    holdsSite: async () => existsSync(path),
    isLaterThanKnown,

    async lastMigration() {
      const source = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
      try {
        return lastMigrationOf(source)
      } finally {
        source.close()
      }
    },

    // There is one server, and its data folder is locked.
    takeTurn: async () => ({ async release() {} }),

    async size() {
      const sizes = await Promise.all(
        [path, `${path}-wal`].map(async (file) => (await stat(file).catch(() => null))?.size ?? 0),
      )
      return sizes.reduce((sum, size) => sum + size, 0)
    },

    async copy(to) {
      const source = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
      try {
        // One moment for all steps: otherwise each commit of the site would make the backup begin again.
        source.exec('begin')
        source.prepare('select count(*) from sqlite_master').get()
        await backup(source, to, { rate: PAGES_AT_ONCE })
      } catch (error) {
        const { errcode, message } = error as Error & { errcode?: number }
        throw DAMAGED.includes(Number(errcode)) ? describeDamaged(path, message) : error
      } finally {
        source.close()
      }
      chmodSync(to, 0o600)
      expectWhole(to, path)
    },

    open: openCopy,
  }
}

/**
 * `PRAGMA quick_check` of the copy: SQLite's backup copies page by page as the site's connections see them, so that what
 * is damaged in the copy is damaged in the database itself, and no lock of the site's is held while it is read.
 */
function expectWhole(copy: string, path: string) {
  const sqlite = new DatabaseSync(copy, { readOnly: true })
  try {
    const [fault] = faultsOf(sqlite, 'quick_check')
    if (fault) throw describeDamaged(path, fault)
  } finally {
    sqlite.close()
  }
}

function describeDamaged(path: string, fault: string) {
  return new DatabaseDamaged(
    `The database ${path} is damaged (${fault.split('\n').at(-1)}). Earlier backups stay: stop the site and restore the last good one into a new DATA_DIR.`,
  )
}

function faultsOf(sqlite: DatabaseSync, check: 'quick_check' | 'integrity_check') {
  try {
    const rows = sqlite.prepare(`pragma ${check}`).all()
    const said = rows.map((row) => String(row[check]))
    return said.filter((line) => line !== 'ok' && !OF_THE_INDEX.test(line))
  } catch (error) {
    return [(error as Error).message]
  }
}

function openCopy(path: string): CopiedDatabase {
  const sqlite = new DatabaseSync(path)
  const one = (query: string) => sqlite.prepare(query).get() as Record<string, string | number> | undefined
  const count = (table: string) => Number(one(`select count(*) as count from ${table}`)?.count)
  return {
    ...neededFiles(sqlite),

    facts() {
      const first = one('select id from administrators order by created_at, id limit 1')
      const time = one('select confirmed_at from confirmed_time')
      return {
        site: String(first?.id ?? ''),
        papers: count('papers') + count('binned_papers'),
        migration: lastMigrationOf(sqlite),
        confirmedAt: time ? new Date(String(time.confirmed_at)) : null,
      }
    },

    faults: () => faultsOf(sqlite, 'integrity_check'),

    close: () => sqlite.close(),
  }
}

function lastMigrationOf(sqlite: DatabaseSync) {
  return String(sqlite.prepare('select max(name) as name from kysely_migration').get()?.name ?? '')
}

/** Only those who use PostgreSQL need its driver. */
export async function openCopier(database: DatabaseSettings): Promise<DatabaseCopier> {
  if (database.kind === 'sqlite') return sqliteCopier(database.path)
  const { postgresCopier } = await import('./postgres/list-rows.ts')
  return postgresCopier(database)
}
