import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect } from 'vitest'
import { clientConfig } from '#database/postgres/connection-settings.ts'
import { LOW_BITS, MONTH_BITS } from '#server/adapters/search/row-numbers.ts'
import { databaseEnv, isPostgres } from './engine.ts'

type Row = Record<string, string | number | null>
type Read = (query: string, ...values: (string | number)[]) => Promise<Row[]>

/** Rows of a data folder's database, read next to the server. */
export async function rowsOf(dataDir: string, query: string, ...values: (string | number)[]): Promise<Row[]> {
  return await atOneMoment(dataDir, (read) => read(query, ...values))
}

/** At one moment for all that is read: a running server may write meanwhile. */
async function atOneMoment<Result>(dataDir: string, work: (read: Read) => Promise<Result>): Promise<Result> {
  if (isPostgres) return await readPostgres(dataDir, work)
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true, timeout: 5000 })
  sqlite.exec('begin')
  try {
    return await work(async (query, ...values) => sqlite.prepare(query).all(...values) as Row[])
  } finally {
    sqlite.close()
  }
}

/** A connection of its own to a data folder's database on PostgreSQL. */
export async function connectTo(dataDir: string, readsOnly = false): Promise<pg.Client> {
  const { DATABASE_URL: url = '' } = await databaseEnv(dataDir)
  const client = new pg.Client(clientConfig({ url, statementMs: 0 }, { readsOnly }))
  await client.connect()
  return client
}

async function readPostgres<Result>(dataDir: string, work: (read: Read) => Promise<Result>) {
  const client = await connectTo(dataDir, true)
  try {
    await client.query('begin isolation level repeatable read')
    return await work(async (query, ...values) => {
      let place = 0
      return (
        await client.query<Row>(
          query.replace(/\?/g, () => `$${++place}`),
          values,
        )
      ).rows
    })
  } finally {
    await client.end()
  }
}

/** Names of all that is in a folder and below it, whatever it is called, but for the marker that says whose it is. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && entry.name !== 'thervu.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** All that is stored: to be compared before and after something that must change nothing. */
export async function stateOf(dataDir: string) {
  const tables = [
    ...['papers', 'binned_papers', 'stored_files', 'former_files', 'paper_counts'],
    ...['prices', 'visit_count', 'journal'],
  ]
  return await atOneMoment(dataDir, async (read) => {
    const stored: [string, string[]][] = []
    for (const table of tables) stored.push([table, sorted(await read(`select * from ${table}`))])
    return { files: filesIn(join(dataDir, 'files')), ...Object.fromEntries(stored) }
  })
}

/** Rows, files, counts and index say the same, and nothing is left over that no row needs (I2, I3, I5). */
export async function expectWhole(dataDir: string): Promise<void> {
  await atOneMoment(dataDir, (read) => expectWholeAt(dataDir, read))
}

async function expectWholeAt(dataDir: string, read: Read) {
  expect(filesIn(join(dataDir, 'quarantine')), 'quarantine').toEqual([])
  const stored = await read('select full_path, size, hidden from stored_files order by full_path')
  const papers = await read('select position, file_key, thumbnail_key, answers_key from papers')
  const binned = await read('select serial, id, file_key, thumbnail_key, answers_key from binned_papers')
  const keysOf = (rows: Row[]) =>
    rows.flatMap((row) => [row.file_key, row.thumbnail_key, row.answers_key].filter(Boolean)).sort()
  const ofCentre = stored.map((row) => String(row.full_path)).filter((path) => /^site-\w+\//.test(path))
  const documents = JSON.stringify(await read('select * from centre_versions'))
  for (const path of ofCentre) expect(documents, path).toContain(/[0-9a-f]{32}/.exec(path)?.[0])
  const former = (await read('select full_path from former_files where kept_since is not null')).map((row) =>
    String(row.full_path),
  )
  const needed = [...keysOf([...papers, ...binned]), ...ofCentre, ...former].sort()
  expect(stored.map((row) => row.full_path)).toEqual(needed)
  const hidden = stored.filter((row) => row.hidden === 1).map((row) => row.full_path)
  const sources = ofCentre.filter((path) => path.startsWith('site-sources/'))
  expect(hidden, 'hidden files').toEqual([...keysOf(binned), ...sources, ...former].sort())
  const twice = 'select id from papers where id in (select id from binned_papers)'
  expect(await read(`${twice} or serial in (select serial from binned_papers)`)).toEqual([])
  const led =
    'select full_path from former_files where kept_since is null and full_path in (select full_path from stored_files)'
  expect(await read(led), 'former files that are there').toEqual([])
  expect(filesIn(join(dataDir, 'files')), 'files').toEqual(needed)
  for (const row of stored) {
    expect(statSync(join(dataDir, 'files', String(row.full_path))).size).toBe(row.size)
  }
  const row = isPostgres ? 'row' : 'rowid'
  const indexed = `(${row} >> ${MONTH_BITS} << 32) + (${row} >> ${LOW_BITS} & ${2 ** (MONTH_BITS - LOW_BITS) - 1}) as position, ${row} & 1`
  expect(await read(`select ${indexed} as answered from paper_search order by 1`)).toEqual(
    await read('select position, answered from papers order by 1'),
  )
  expect(
    await read(
      `select ${indexed.replace('& 1', `& ${2 ** LOW_BITS - 1}`)} as page from page_search order by 1, 2`,
    ),
  ).toEqual(await read('select position, page from papers join page_texts using (file_key) order by 1, 2'))
  const alike = 'type, grade, subject, year, month, answered, board'
  expect(
    await read(`select ${alike}, papers from paper_counts where papers <> 0 order by 1, 2, 3, 4, 5, 6, 7`),
  ).toEqual(
    await read(
      `select ${alike}, count(*) as papers from papers group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
    ),
  )
  // An exam is folded when it has two to twelve sets; the order of the sets and the serial number tell which is first.
  expect(
    await read(
      `select ${alike}, folded, folded_answered from paper_counts where folded + folded_answered > 0 order by 1, 2, 3, 4, 5, 6, 7`,
    ),
  ).toEqual(
    await read(
      `with sets as (
        select serial, count(*) over (partition by exam) <= 12
            and row_number() over (partition by exam order by exam_set, serial) > 1 as is_folded,
          count(*) over (partition by exam) <= 12
            and row_number() over (partition by exam, answered order by exam_set, serial) > 1 as is_later
        from papers where exam <> ''
      ), counted as (
        select ${alike}, sum(case when is_folded then 1 else 0 end) as folded,
          sum(case when is_later and answered = ${isPostgres ? 'true' : '1'} then 1 else 0 end) as folded_answered
        from papers join sets using (serial) group by 1, 2, 3, 4, 5, 6, 7
      ) select * from counted where folded + folded_answered > 0 order by 1, 2, 3, 4, 5, 6, 7`,
    ),
  )
  expect(await read('select serial from papers where exam is null'), 'papers without an exam').toEqual([])
  // PostgreSQL checks its pages and keys by itself.
  if (isPostgres) return
  expect(await read('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(await read('pragma foreign_key_check')).toEqual([])
}

function sorted(rows: Row[]) {
  return rows.map((row) => JSON.stringify(row)).sort()
}

/** The machine's own, also while a test fakes the clock. */
const monotonic = performance.now.bind(performance)

/** Waits until something holds, asking every 10 ms; throws with `what` after the time. */
export async function until(what: string, holds: () => unknown, limitMs = 60_000) {
  const end = monotonic() + limitMs
  while (!(await holds())) {
    if (monotonic() > end) throw new Error(`Waited ${limitMs} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
