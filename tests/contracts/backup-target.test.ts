import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BackupTarget } from '#server/backup/backup-target.ts'
import { openEncrypted } from '#server/backup/encrypted-target.ts'
import { openFolderTarget } from '#server/backup/open-target.ts'
import { openS3Target } from '#server/backup/s3-target.ts'
import { newFolder, removeFolders } from '../support/backups.ts'
import { IMPATIENT, PATIENT, placeAt, type S3Server, startS3 } from '../support/s3-servers.ts'

const folder = newFolder()
let server: S3Server
const targets: Record<string, BackupTarget> = {
  'a folder': openFolderTarget(join(folder, 'made/by prepare')),
  'an encrypted folder': openEncrypted(openFolderTarget(join(folder, 'encrypted')), 'for this test alone', {
    ...{ log2N: 4, r: 8, p: 1 },
  }),
}
beforeAll(async () => {
  server = await startS3()
  targets['a bucket'] = openS3Target(placeAt(server, 'kept'), 's3://papers/kept/', PATIENT)
})
afterAll(async () => {
  for (const target of Object.values(targets)) target.close()
  await server.close()
  await removeFolders()
})

async function* chunks(...all: (Uint8Array | string | Error)[]): AsyncIterable<Uint8Array> {
  for (const chunk of all) {
    if (chunk instanceof Error) throw chunk
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
}

test.each(['a folder', 'an encrypted folder', 'a bucket'])(
  '%s keeps objects whole or not at all',
  async (name) => {
    const target = targets[name] as BackupTarget
    await target.prepare({ create: true })
    const read = async (object: string) => {
      const bytes = await target.read(object)
      return bytes && (await buffer(bytes))
    }
    const listed = async (prefix: string) =>
      (await Array.fromAsync(target.list(prefix))).map((found) => `${found.name} ${found.size}`).sort()
    expect([await listed('blobs/'), await read('blobs/ab/none')]).toEqual([[], null])
    await target.put('blobs/ab/abcd', chunks('one ', 'two'))
    await target.put('blobs/cd/cdef', chunks())
    await target.put('backups/1.json', chunks('{}'))
    expect(String(await read('blobs/ab/abcd'))).toBe('one two')
    expect(await listed('blobs/')).toEqual(['blobs/ab/abcd 7', 'blobs/cd/cdef 0'])
    await target.put('blobs/ab/abcd', chunks('replaced'))
    expect(String(await read('blobs/ab/abcd'))).toBe('replaced')

    const big = Buffer.alloc(9 * 2 ** 20, 'big')
    const broken = new Error('the source broke')
    await expect(target.put('blobs/ab/abcd', chunks('half', broken))).rejects.toBe(broken)
    await expect(target.put('blobs/ef/big', chunks(big, broken))).rejects.toBe(broken)
    expect(String(await read('blobs/ab/abcd'))).toBe('replaced')
    expect(await read('blobs/ef/big')).toBe(null)
    await target.put('blobs/ef/big', chunks(big, 'more'))
    expect((await read('blobs/ef/big'))?.equals(Buffer.concat([big, Buffer.from('more')]))).toBe(true)

    await target.remove('blobs/ab/abcd')
    await target.remove('blobs/ab/abcd')
    expect(await listed('blobs/')).toEqual(['blobs/cd/cdef 0', `blobs/ef/big ${big.byteLength + 4}`])
    expect(await listed('backups/')).toEqual(['backups/1.json 2'])
  },
)

test('a bucket that is not there, or does not answer, is told in a sentence', async () => {
  const none = openS3Target({ ...placeAt(server, 'x'), bucket: 'no-such-bucket' }, 'none', PATIENT)
  await expect(none.prepare({ create: true })).rejects.toThrow(/^The place for backups .+no-such-bucket/)
  const silent = openS3Target({ ...placeAt({ origin: 'http://127.0.0.1:9' }, 'x') }, 'silent', IMPATIENT)
  await expect(silent.prepare({ create: true })).rejects.toThrow(/^The place for backups: nothing .+ answers/)
  none.close()
  silent.close()
})

test('a folder that nobody can make is said at once', async () => {
  await expect(openFolderTarget('/proc/backups/thervu').prepare({ create: true })).rejects.toThrow(
    '/proc/backups',
  )
})
