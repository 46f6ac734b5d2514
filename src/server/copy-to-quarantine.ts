import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import type { Quarantine } from './quarantine.ts'

/** Lets `use` lay stored files down in quarantine, where the inspector reads them; the copies are removed afterwards. */
export async function withCopies<Result>(
  quarantine: Quarantine,
  use: (copyOf: (bytes: ReadableStream<Uint8Array>) => Promise<ReceivedFile>) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = []
  try {
    return await use(async (bytes) => {
      const path = quarantine.newPath()
      paths.push(path)
      return await copy(bytes, path)
    })
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

async function copy(bytes: ReadableStream<Uint8Array>, path: string): Promise<ReceivedFile> {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      sha256.update(chunk)
      md5.update(chunk)
      done(null, chunk)
    },
  })
  const to = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.fromWeb(bytes as WebStream), measure, to)
  return { path, originalName: 'page-1', size, md5: md5.digest('base64'), sha256: sha256.digest('hex') }
}
