import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { WrongBytes } from '#domain/file-checks/hashed-bytes.server.ts'
import type { BackupTarget } from '#server/backup/backup-target.ts'
import { findEncryption, openEncrypted } from '#server/backup/encrypted-target.ts'

const PASSPHRASE = 'six words that nobody guesses'
const CHUNK = 64 * 1024
const SEALED = CHUNK + 16
const HEADER = 59
const BACKUP = `backups/000001_2026-11-29T02-30-00Z_${'0'.repeat(32)}.json`

const kept = new Map<string, Buffer>()
const place: BackupTarget = {
  name: 'the place',
  prepare: async () => {},
  async *list(prefix) {
    for (const [name, { length }] of kept) if (name.startsWith(prefix)) yield { name, size: length }
  },
  put: async (name, bytes) => void kept.set(name, await buffer(bytes)),
  read: async (name) => (kept.has(name) ? parts(kept.get(name) as Buffer, 1_000) : null),
  remove: async (name) => void kept.delete(name),
  close() {},
}
/** A guess that takes no time. */
const COST = { log2N: 4, r: 8, p: 1 }
const target = openEncrypted(place, PASSPHRASE, COST)
const plain = Buffer.from(Array.from({ length: 3 * CHUNK + 100 }, (_, at) => (at * 7 + (at >> 8)) % 256))

async function* parts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAs(name: string, bytes: Buffer) {
  kept.set(name, bytes)
  return await buffer((await target.read(name)) as AsyncIterable<Uint8Array>)
}

beforeAll(async () => {
  await target.put(BACKUP, parts(Buffer.from('{}'), 2))
  await target.put('whole', parts(plain, 50_000))
})

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 100])(
  '%i bytes are listed with their own size and come back as they were',
  async (size) => {
    const bytes = plain.subarray(0, size)
    await target.put('sized', parts(bytes, 10_007))
    const listed = await Array.fromAsync(target.list('sized'))
    expect(listed).toEqual([{ name: 'sized', size }])
    expect((await readAs('sized', kept.get('sized') as Buffer)).equals(bytes)).toBe(true)
  },
)

test('the same bytes are never the same twice, and nothing of them is in the clear', async () => {
  await target.put('again', parts(plain, CHUNK))
  const [one, other] = [kept.get('whole') as Buffer, kept.get('again') as Buffer]
  expect(one.subarray(HEADER, HEADER + 1_000).equals(other.subarray(HEADER, HEADER + 1_000))).toBe(false)
  expect(one.includes(plain.subarray(0, 32))).toBe(false)
})

const chunk = (bytes: Buffer, number: number) =>
  bytes.subarray(HEADER + number * SEALED, HEADER + (number + 1) * SEALED)
const head = (bytes: Buffer) => bytes.subarray(0, HEADER)
const flipped = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] as number) ^ 1
  return changed
}

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['a changed byte of the contents', (bytes) => flipped(bytes, HEADER + SEALED + 5)],
  ['a changed byte of a tag', (bytes) => flipped(bytes, HEADER + CHUNK + 3)],
  ['a changed salt', (bytes) => flipped(bytes, HEADER - 1)],
  ['a changed mark at the beginning', (bytes) => flipped(bytes, 0)],
  ['an end cut off within a chunk', (bytes) => bytes.subarray(0, -1)],
  ['an end cut off between chunks', (bytes) => bytes.subarray(0, HEADER + 2 * SEALED)],
  ['all contents cut off', head],
  ['half a header', (bytes) => bytes.subarray(0, 30)],
  ['nothing at all', () => Buffer.alloc(0)],
  [
    'chunks in another order',
    (bytes) =>
      Buffer.concat([head(bytes), chunk(bytes, 1), chunk(bytes, 0), chunk(bytes, 2), chunk(bytes, 3)]),
  ],
  [
    'a chunk left out',
    (bytes) => Buffer.concat([head(bytes), chunk(bytes, 0), chunk(bytes, 2), chunk(bytes, 3)]),
  ],
  [
    'a chunk twice',
    (bytes) =>
      Buffer.concat([
        head(bytes),
        chunk(bytes, 0),
        chunk(bytes, 0),
        chunk(bytes, 1),
        chunk(bytes, 2),
        chunk(bytes, 3),
      ]),
  ],
  ['bytes after the end', (bytes) => Buffer.concat([bytes, Buffer.from('more')])],
  ['what was never encrypted', () => plain],
])('%s is noticed', async (_what, change) => {
  await expect(readAs('whole', change(Buffer.from(kept.get('again') as Buffer)))).rejects.toThrow(WrongBytes)
})

test('what was encrypted under one name is not taken for another', async () => {
  await expect(readAs('elsewhere', kept.get('again') as Buffer)).rejects.toThrow(WrongBytes)
})

test('a wrong passphrase is said before anything is read or written', async () => {
  const wrong = openEncrypted(place, 'six words that somebody guesses', COST)
  const before = kept.size
  const said = 'The passphrase is not that of the backups in the place.'
  await expect(wrong.prepare({ create: true })).rejects.toThrow(said)
  await expect(wrong.put('new', parts(plain, CHUNK))).rejects.toThrow(said)
  await expect(wrong.read('again')).rejects.toThrow(said)
  expect([kept.size, await findEncryption(place)]).toEqual([before, expect.any(Buffer)])
})

test('a damaged last backup does not make the passphrase wrong, and one that was not encrypted is not mixed with others', async () => {
  const later = BACKUP.replace('000001', '000002')
  kept.set(later, flipped(kept.get(BACKUP) as Buffer, 20))
  await openEncrypted(place, PASSPHRASE, COST).prepare({ create: true })
  kept.clear()
  kept.set(later, Buffer.from('{ "number": 2 }'))
  expect(await findEncryption(place)).toBe(null)
  await expect(openEncrypted(place, PASSPHRASE, COST).prepare({ create: true })).rejects.toThrow(
    'The backups in the place are not encrypted: name a place of its own for those that are.',
  )
})
