import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#database/migrate.ts'
import { openSqlite } from '#database/open-sqlite.ts'
import type { Database } from '#database/schema.ts'

test('a migration that fails says why and leaves nothing, and is made once its way is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-migrations-'))
  const { db, close } = openSqlite(join(folder, 'thervu.db'))
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  await sql`create table paper_counts (somebody_elses text)`.execute(db)
  const why = 'The database could not be migrated: table paper_counts already exists'
  for (const _try of [1, 2]) {
    await expect(migrateToLatest(db)).rejects.toThrow(why)
    expect(await namesIn(db)).toEqual(['paper_counts'])
  }
  await sql`drop table paper_counts`.execute(db)
  expect((await migrateToLatest(db)).at(-1)).toBe('0015-no-shelves')
  expect(await namesIn(db)).toEqual(expect.arrayContaining(['papers', 'paper_counts', 'drawing_jobs']))
  expect(await migrateToLatest(db)).toEqual([])
})

/** Tables, indexes and triggers; the migrator's own two tables and what the database itself keeps left out. */
async function namesIn(db: Database) {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where name not like 'sqlite_%' and name not like 'kysely_%' order by name`.execute(db)
  return rows.map(({ name }) => name)
}
