import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { LOW_BITS, MONTH_BITS } from '#server/adapters/search/sqlite/row-numbers.ts'

type Row = Record<string, string | number | null>

/** Rows of a data folder's database, read beside the server. */
export function rowsOf(dataDir: string, query: string, ...values: (string | number)[]): Row[] {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true, timeout: 5000 })
  try {
    return sqlite.prepare(query).all(...values) as Row[]
  } finally {
    sqlite.close()
  }
}

/** Names of all that lies in a folder and below it, whatever it is called. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** All that is stored: to be compared before and after something that must change nothing. */
export function stateOf(dataDir: string) {
  const tables = [
    ...['papers', 'binned_papers', 'stored_files', 'former_files', 'paper_counts'],
    ...['prices', 'visit_count', 'journal'],
  ]
  return {
    files: filesIn(join(dataDir, 'files')),
    ...Object.fromEntries(tables.map((table) => [table, rowsOf(dataDir, `select * from ${table}`)])),
  }
}

/** Rows, files, counts and index say the same, and nothing lies about that no row needs (I2, I3, I5). */
export function expectWhole(dataDir: string) {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true, timeout: 5000 })
  // One moment for all that is read: a running server may write meanwhile.
  sqlite.exec('begin')
  try {
    expectWholeAt(dataDir, (query) => sqlite.prepare(query).all() as Row[])
  } finally {
    sqlite.close()
  }
}

function expectWholeAt(dataDir: string, read: (query: string) => Row[]) {
  expect(filesIn(join(dataDir, 'quarantine')), 'quarantine').toEqual([])
  const stored = read('select full_path, size, hidden from stored_files order by full_path')
  const papers = read('select position, file_key, thumbnail_key, answers_key from papers')
  const binned = read('select serial, id, file_key, thumbnail_key, answers_key from binned_papers')
  const keysOf = (rows: Row[]) =>
    rows.flatMap((row) => [row.file_key, row.thumbnail_key, row.answers_key].filter(Boolean)).sort()
  const needed = keysOf([...papers, ...binned])
  expect(stored.map((row) => row.full_path)).toEqual(needed)
  const hidden = stored.filter((row) => row.hidden === 1).map((row) => row.full_path)
  expect(hidden, 'hidden files').toEqual(keysOf(binned))
  const twice = 'select id from papers where id in (select id from binned_papers)'
  expect(read(`${twice} or serial in (select serial from binned_papers)`)).toEqual([])
  const led = 'select full_path from former_files where full_path in (select full_path from stored_files)'
  expect(read(led), 'former files that are there').toEqual([])
  expect(filesIn(join(dataDir, 'files')), 'files').toEqual(needed)
  for (const row of stored) {
    expect(statSync(join(dataDir, 'files', String(row.full_path))).size).toBe(row.size)
  }
  const indexed = `(rowid >> ${MONTH_BITS} << 32) + (rowid >> ${LOW_BITS} & ${2 ** (MONTH_BITS - LOW_BITS) - 1}) as position, rowid & 1`
  expect(read(`select ${indexed} as answered from paper_search order by 1`)).toEqual(
    read('select position, answered from papers order by 1'),
  )
  expect(
    read(`select ${indexed.replace('& 1', `& ${2 ** LOW_BITS - 1}`)} as page from page_search order by 1, 2`),
  ).toEqual(read('select position, page from papers join page_texts using (file_key) order by 1, 2'))
  const alike = 'type, grade, subject, year, month, answered'
  expect(
    read(`select ${alike}, papers from paper_counts where papers <> 0 order by 1, 2, 3, 4, 5, 6`),
  ).toEqual(
    read(
      `select ${alike}, count(*) as papers from papers group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
    ),
  )
  expect(read('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(read('pragma foreign_key_check')).toEqual([])
}

/** Waits until something holds, asking every 10 ms; throws with `what` after the time. */
export async function until(what: string, holds: () => unknown, limitMs = 20_000) {
  const end = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
