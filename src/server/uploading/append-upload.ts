import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Inspector } from '#domain/files/inspect-pdf.ts'
import { PDF_LIMIT, UPLOAD_SPEED_FLOOR, UPLOAD_TIME_LIMIT } from '#domain/files/upload-limits.ts'
import { isDiskFull } from './write-file.ts'

const QUIET_LIMIT_MS = 30_000

/** Adds a wait until no upload is inspected, 30 s at most: endless uploads must not stop the rendering. */
export function noteUploads<Own extends Inspector>(
  inspector: Own,
): { inspector: Own; untilQuiet(): Promise<void> } {
  let running = 0
  let quiet = Promise.withResolvers<void>()
  async function noted<Result>(inspection: Promise<Result>): Promise<Result> {
    running += 1
    try {
      return await inspection
    } finally {
      running -= 1
      if (running === 0) {
        quiet.resolve()
        quiet = Promise.withResolvers()
      }
    }
  }
  return {
    inspector: {
      ...inspector,
      inspectPdf: (path, turn) => noted(inspector.inspectPdf(path, turn)),
      removeActiveContent: (path) => noted(inspector.removeActiveContent(path)),
      removeLock: (path) => noted(inspector.removeLock(path)),
      prepareThumbnail: (path) => noted(inspector.prepareThumbnail(path)),
    },
    async untilQuiet() {
      if (running === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, QUIET_LIMIT_MS)
      await Promise.race([quiet.promise, promise])
      clearTimeout(timer)
    },
  }
}

/** A refused upload; `offset` is where it has to be resumed. */
export class UploadFault extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly offset: number | undefined
  constructor(status: ContentfulStatusCode, code: string, sentence: string, offset?: number) {
    super(sentence)
    this.status = status
    this.code = code
    this.offset = offset
  }
}

function brokenBody() {
  return new UploadFault(
    400,
    'upload-broken-off',
    'The upload broke off before all of it had arrived; send it again.',
  )
}

function wrongOffset(offset: number) {
  const sentence = `${offset} bytes of this upload have arrived; go on from there.`
  return new UploadFault(409, 'wrong-offset', sentence, offset)
}

function tooSlow() {
  return new UploadFault(
    408,
    'too-slow',
    'The upload was too slow and was given up; try again on a better connection.',
  )
}

export function diskFull() {
  return new UploadFault(
    507,
    'disk-full',
    "The server's disk is nearly full: make room, then send the paper again.",
  )
}

const PACE_CHECK_MS = 10_000
/** Errors of the server's own; all others mean that the sender broke off. */
const OUR_FAULTS = ['EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE', 'EIO', 'ENOENT', 'ENOTDIR', 'EEXIST']

/** The bytes that have arrived; null when there are none. */
export async function sizeOfUpload(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.size ?? null
}

/** Appends at `offset`, up to `length`; returns the new size. A broken upload can be resumed. Throws UploadFault. */
export async function appendToUpload(
  path: string,
  body: ReadableStream<Uint8Array> | null,
  { offset, length }: { offset: number; length: number },
): Promise<number> {
  const size = (await sizeOfUpload(path)) ?? 0
  if (size !== offset) throw wrongOffset(size)
  const file = await open(path, 'a', 0o600)
  try {
    if (body) await writeBody(file, body, length - offset)
    await file.sync()
    return (await file.stat()).size
  } catch (error) {
    // Without a byte, or without room for the rest, there is nothing to resume.
    if (isDiskFull(error) || (await file.stat()).size === 0) await rm(path, { force: true })
    throw isDiskFull(error) ? diskFull() : asFault(error)
  } finally {
    await file.close()
  }
}

/** Writes at most `limit` bytes, while they arrive faster than the floor. */
async function writeBody(file: FileHandle, body: ReadableStream<Uint8Array>, limit: number) {
  const late = new AbortController()
  let arrived = 0
  let seen = 0
  const pace = setInterval(() => {
    if (arrived - seen < (UPLOAD_SPEED_FLOOR * PACE_CHECK_MS) / 1000) late.abort()
    seen = arrived
  }, PACE_CHECK_MS)
  const whole = setTimeout(() => late.abort(), UPLOAD_TIME_LIMIT)
  let fault: unknown = null
  try {
    for await (const chunk of addAbortSignal(late.signal, Readable.fromWeb(body as WebStream<Uint8Array>))) {
      arrived += chunk.length
      if (arrived > limit) fault ??= brokenBody()
      // A sender that is cut off sees a broken line instead of the answer: the rest is read and dropped.
      if (fault === null) await file.appendFile(chunk).catch((error) => (fault = error))
      else if (arrived > PDF_LIMIT) break
    }
  } catch (error) {
    throw late.signal.aborted ? tooSlow() : error
  } finally {
    clearInterval(pace)
    clearTimeout(whole)
  }
  if (fault !== null) throw fault
}

function asFault(error: unknown): Error {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  return error instanceof UploadFault || OUR_FAULTS.includes(code) ? (error as Error) : brokenBody()
}
