import { chmodSync, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { isLaterThanKnown } from '#database/sqlite/migrate.ts'
import type { CopiedDatabase, DatabaseCopier } from '../database-copier.ts'
import { neededFiles } from './needed-files.ts'

const PAGES_AT_ONCE = 500
const BUSY_TIMEOUT_MS = 5_000
/** The index is derived: damage to it is mended by `npm run reindex` and no reason to be without a backup. */
const OF_THE_INDEX = /FTS5/

/** SQLite's online backup of the database at this path. */
export function sqliteCopier(path: string): DatabaseCopier {
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
      } finally {
        source.close()
      }
      chmodSync(to, 0o600)
    },

    open: openCopy,
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

    faults() {
      try {
        const rows = sqlite.prepare('pragma integrity_check').all()
        const said = rows.map((row) => String(row.integrity_check))
        return said.filter((line) => line !== 'ok' && !OF_THE_INDEX.test(line))
      } catch (error) {
        return [(error as Error).message]
      }
    },

    close: () => sqlite.close(),
  }
}

function lastMigrationOf(sqlite: DatabaseSync) {
  return String(sqlite.prepare('select max(name) as name from kysely_migration').get()?.name ?? '')
}
