import type { Kysely } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import { isOfThisServer, unmarkReached } from '#domain/milestones.server.ts'
import { type ArchivedTable, columnsOf, type Row } from './archived-tables.ts'

const BATCH = 500

type Tables = Kysely<Record<string, Row>>

/** Every row by its keys, in batches; no more than one is held. */
export async function* walkTable(readDb: ReadDatabase, table: ArchivedTable): AsyncGenerator<Row[]> {
  let last: Row | null = null
  while (true) {
    const rows = await selectAfter(readDb, table, last)
    if (rows.length > 0) yield rows.filter((row) => !isOwn(table, row))
    if (rows.length < BATCH) return
    last = rows.at(-1) ?? null
  }
}

async function selectAfter(readDb: ReadDatabase, table: ArchivedTable, last: Row | null): Promise<Row[]> {
  const { name, keys } = table
  let query = (readDb as unknown as Tables).selectFrom(name).select(columnsOf(table)).limit(BATCH)
  for (const key of keys) query = query.orderBy(key)
  const [key = '', second] = keys
  const [value = null, secondValue = null] = keys.map((name) => last?.[name] ?? null)
  // Two keys are compared as one value, since engines walk no index for what is put together with "or".
  if (last)
    query = query.where(({ eb, refTuple, tuple }) =>
      second === undefined
        ? eb(key, '>', value)
        : eb(refTuple(key, second), '>', tuple(value, secondValue) as never),
    )
  return await query.execute()
}

export async function insertRows(db: Database, { name }: ArchivedTable, rows: Row[]): Promise<void> {
  // Each row binds up to 23 values, and engines bind 32,766 at most.
  if (rows.length > 0) await (db as unknown as Tables).insertInto(name).values(rows).execute()
}

/** What the database remembers of its place stays. */
export async function emptyTable(db: Database, table: ArchivedTable): Promise<void> {
  if (table.name !== 'milestones') await db.deleteFrom(table.name).execute()
  else
    for await (const rows of walkTable(db, table))
      for (const row of rows) await unmarkReached(db, String(row.name))
}

export async function countRows(readDb: ReadDatabase, name: ArchivedTable['name']): Promise<number> {
  const { rows } = await readDb
    .selectFrom(name)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

export async function sumFileSizes(readDb: ReadDatabase): Promise<{ files: number; bytes: number }> {
  const row = await readDb
    .selectFrom('storedFiles')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { files: Number(row.files), bytes: Number(row.bytes ?? 0) }
}

/** What would be lost if the site were emptied; samples and the administrator of a first start do not count. */
export async function countOwn(readDb: ReadDatabase) {
  const count = async (name: 'papers' | 'binnedPapers') => {
    const query = readDb.selectFrom(name).select((row) => row.fn.countAll<number>().as('rows'))
    return Number((await query.where('isSample', '=', 0).executeTakeFirstOrThrow()).rows)
  }
  const administrators = await readDb.selectFrom('administrators').select('lastSignInAt').execute()
  return {
    papers: await count('papers'),
    binned: await count('binnedPapers'),
    waiting: await countRows(readDb, 'inbox'),
    administrators: administrators.length > 1 || administrators.some((one) => one.lastSignInAt !== null),
  }
}

function isOwn({ name }: ArchivedTable, row: Row) {
  return name === 'milestones' && isOfThisServer(String(row.name))
}
