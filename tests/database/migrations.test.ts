import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#database/schema.ts'
import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { migratorOf } from '../support/old-database.ts'

test('a migration that fails says why and leaves nothing, and is made once its way is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-migrations-'))
  const { db, close } = openSqlite(join(folder, 'thervu.db'))
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  await sql`create table paper_counts (somebody_elses text)`.execute(db)
  const why = 'it could not be migrated: table paper_counts already exists'
  for (const _try of [1, 2]) {
    await expect(migrateToLatest(db)).rejects.toThrow(why)
    expect(await namesIn(db)).toEqual(['paper_counts'])
  }
  await sql`drop table paper_counts`.execute(db)
  expect(await migrateToLatest(db)).toEqual(expect.arrayContaining(['0001-catalogue', '0022-exam-sets']))
  expect(await namesIn(db)).toEqual(expect.arrayContaining(['papers', 'paper_counts', 'drawing_jobs']))
  expect(await migrateToLatest(db)).toEqual([])
})

test('the table of papers loses the list of exams and nothing else: no index, trigger, generated column or serial number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-migrations-'))
  const { db, close } = openSqlite(join(folder, 'thervu.db'))
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  const migrator = await migratorOf(db)
  await migrator.migrateTo('0012-table-names')
  const add = (serial: number | null, type: string) =>
    sql`insert into papers (serial, id, title, file_key, type, grade, subject, month, year, pages, is_sample, created_at,
      updated_at, reference_link) values (${serial}, ${`${type}-${serial}`}, 'Title', ${`${type}/${serial}`}, ${type},
      'previous-years', 'all', 3, 2024, 2, 0, '', '', 'https://centre.example')`.execute(db)
  await sql`pragma foreign_keys = off`.execute(db)
  await add(1, 'jee')
  await add(90, 'neet')
  await sql`delete from papers where serial = 90`.execute(db)
  await expect(add(null, 'nda')).rejects.toThrow('CHECK')
  const before = await partsOfPapers(db)
  const [columns, papers, counts] = await contentOf(db)

  expect((await migrator.migrateTo('0014-free-vocabulary')).error).toBeUndefined()
  expect(await contentOf(db)).toEqual([columns, papers, counts])
  const after = await partsOfPapers(db)
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  for (const [at, { name, text }] of after.entries())
    if (name !== 'papers') expect(text).toBe(before[at]?.text)
  expect(after.find(({ name }) => name === 'papers')?.text).not.toMatch(/'(cbse|jee|previous-years)'/)

  await add(null, 'nda')
  const { rows } = await sql<{ serial: number; position: number; answered: number }>`
    select serial, position, answered from papers where type = 'nda'`.execute(db)
  expect(rows).toEqual([{ serial: 91, position: (2024 * 12 + 3) * 2 ** 32 + 91, answered: 1 }])
  const counted = await sql`select papers from paper_counts where type = 'nda'`.execute(db)
  expect(counted.rows).toEqual([{ papers: 1 }])
  await expect(sql`update papers set month = 13`.execute(db)).rejects.toThrow('CHECK')
})

test('what variants and titles say of the medium becomes its column, and only exams that it tells apart again are found again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-migrations-'))
  const { db, close } = openSqlite(join(folder, 'thervu.db'))
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  const migrator = await migratorOf(db)
  await migrator.migrateTo('0039-question-corrections')
  await sql`pragma foreign_keys = off`.execute(db)
  const papers = [
    ['Circles', 'Set 1, Tamil Medium', 'Tamil', 'Set 1', 'kept'],
    ['Circles (Tamil Medium)', 'Set 2, Tamil Medium', 'Tamil', 'Set 2', 'kept'],
    ['Circles (English medium)', 'Set 3', 'English', 'Set 3', null],
    ['Circles', 'Hindi Medium', 'Hindi', '', 'kept'],
    ['Circles', 'Tamil Medium, English Medium', 'Tamil', 'English Medium', 'kept'],
    ['Circles', 'Set 4, Urdu Medium', '', 'Set 4, Urdu Medium', 'kept'],
    ['Tamil', 'வழி, Set 5, Tamil Medium, re-exam', 'Tamil', 'வழி, Set 5, re-exam', 'kept'],
  ] as const
  const columns = sql`(id, title, variant, file_key, type, grade, subject, month, year, pages, is_sample, created_at, updated_at`
  for (const [at, [title, variant]] of papers.entries()) {
    const values = sql`${String(at)}, ${title}, ${variant}, ${`file ${at}`}, 'state', '10', 'Mathematics', 3, 2024, 2, 0, '', ''`
    await sql`insert into papers ${columns}, exam) values (${values}, 'kept')`.execute(db)
    await sql`insert into binned_papers ${columns}, serial, views, version, thumbnail_given, binned_at, binned_by)
      values (${values}, ${at + 1}, 0, 1, 0, '', '')`.execute(db)
  }
  expect((await migrator.migrateTo('0041-mediums')).error).toBeUndefined()
  const there = await sql`select title, variant, medium, exam from papers order by serial`.execute(db)
  const expected = papers.map(([title, _, medium, variant, exam]) => ({ title, variant, medium, exam }))
  expect(there.rows).toEqual(expected)
  const binned = await sql`select title, variant, medium from binned_papers order by serial`.execute(db)
  expect(binned.rows).toEqual(expected.map(({ exam: _, ...row }) => row))
})

async function partsOfPapers(db: Database) {
  const { rows } = await sql<{ name: string; text: string }>`select name, sql as text from sqlite_schema
    where tbl_name = 'papers' order by name`.execute(db)
  return rows
}

async function contentOf(db: Database) {
  const tables = [
    sql`select name, hidden, type, pk, "notnull" from pragma_table_xinfo('papers')`,
    sql`select * from papers`,
    sql`select * from paper_counts`,
  ]
  return await Promise.all(tables.map(async (table) => (await table.execute(db)).rows))
}

/** Tables, indexes and triggers; the migrator's own two tables and what the database itself keeps left out. */
async function namesIn(db: Database) {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where name not like 'sqlite_%' and name not like 'kysely_%' order by name`.execute(db)
  return rows.map(({ name }) => name)
}
