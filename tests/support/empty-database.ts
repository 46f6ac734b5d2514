import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { isPostgres } from './engine.ts'

const FILE = 'thervu.db'
let made: Promise<Buffer> | undefined

/**
 * Writes SQLite's database of a new site into its folder, for which the migrations are run once in a process; on
 * PostgreSQL each database is made from a template.
 */
export async function writeEmptyDatabase(folder: string): Promise<void> {
  if (isPostgres) return
  made ??= makeEmptyDatabase()
  writeFileSync(join(folder, FILE), await made, { mode: 0o600 })
}

async function makeEmptyDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-empty-'))
  try {
    const { db, close } = openSqlite(join(folder, FILE))
    await migrateToLatest(db)
    await close()
    return readFileSync(join(folder, FILE))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
