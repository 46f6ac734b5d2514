import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { isFull } from '#database/faults.ts'
import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'

const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']

export function isDiskFull(error: unknown): boolean {
  return SYSTEM_CODES.includes((error as NodeJS.ErrnoException | null)?.code ?? '') || isFull(error)
}

/** For what a start writes: a full disk must not keep a site shut. What it lacks for now is logged. */
export async function unlessFull<Result>(
  { log }: Pick<App, 'log'>,
  what: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.error({ err: error }, `the disk is full: ${what} waits until there is room`)
    return null
  }
}

export type Bytes = Readable | ReadableStream<Uint8Array>

/** Writes a new file for this account alone; fails when the name is taken or on abort. */
export async function writeStream(bytes: Bytes, path: string, signal?: AbortSignal): Promise<void> {
  await pipeline(readableOf(bytes), newFile(path), { signal })
}

export async function writeMeasured(bytes: Bytes, path: string): Promise<Omit<ReceivedFile, 'originalName'>> {
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
  await pipeline(readableOf(bytes), measure, newFile(path))
  return { path, size, md5: md5.digest('base64'), sha256: sha256.digest('hex') }
}

function readableOf(bytes: Bytes) {
  return bytes instanceof Readable ? bytes : Readable.fromWeb(bytes as WebStream)
}

function newFile(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 })
}
