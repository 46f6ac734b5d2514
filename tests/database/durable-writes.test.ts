import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'

/** Calls that the disk has not answered. */
const syncs: { done: () => void; fail: (error: Error) => void }[] = []

beforeAll(async () => {
  const probe = await open(import.meta.filename)
  const FileHandle = Object.getPrototypeOf(probe) as typeof probe
  await probe.close()
  vi.spyOn(FileHandle, 'datasync').mockImplementation(() => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    syncs.push({ done: resolve, fail: reject })
    return promise
  })
})
afterAll(() => void vi.restoreAllMocks())
beforeEach(() => {
  syncs.length = 0
})

async function openTable() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'thervu-test-'))
  const { db, readDb, close } = openSqlite(join(folder.path, 'thervu.db'))
  const made = sql`create table names (name text)`.execute(db)
  await expect.poll(() => syncs.length).toBe(1)
  syncs.shift()?.done()
  await made
  const names = async () =>
    (await sql<{ name: string }>`select name from names`.execute(readDb)).rows.map((row) => row.name)
  return {
    db,
    names,
    async [Symbol.asyncDispose]() {
      await close()
      await folder.remove()
    },
  }
}

test.each([
  [
    'a statement',
    (db: ReturnType<typeof openSqlite>['db']) => sql`insert into names values ('Kavya')`.execute(db),
  ],
  ['one that returns rows', (db) => sql`insert into names values ('Kavya') returning name`.execute(db)],
  [
    'a transaction',
    (db) =>
      db
        .transaction()
        .execute(async (tx) => void (await sql`insert into names values ('Kavya')`.execute(tx))),
  ],
])('%s is done when the disk has it, and nothing else waits meanwhile', async (_name, write) => {
  await using table = await openTable()
  let isDone = false
  const writing = write(table.db).then(() => {
    isDone = true
  })
  await expect.poll(() => syncs.length).toBe(1)
  expect(await table.names()).toEqual(['Kavya'])
  await turn()
  expect(isDone).toBe(false)
  syncs[0]?.done()
  await writing
  expect(syncs).toHaveLength(1)
})

test('a write that the disk refuses fails, and the next is written', async () => {
  await using table = await openTable()
  const add = (name: string) => sql`insert into names values (${name})`.execute(table.db)
  const first = add('Kavya')
  await expect.poll(() => syncs.length).toBe(1)
  syncs[0]?.fail(new Error('EIO: i/o error, fdatasync'))
  await expect(first).rejects.toThrow('EIO')
  const second = add('Mathi')
  await expect.poll(() => syncs.length).toBe(2)
  syncs[1]?.done()
  await second
})

test('what only reads asks nothing of the disk', async () => {
  await using table = await openTable()
  await sql`select 1`.execute(table.db)
  await table.db.transaction().execute(async (tx) => void (await sql`select name from names`.execute(tx)))
  expect(syncs).toHaveLength(0)
})
