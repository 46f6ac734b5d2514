import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { default as Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import {
  FIELD_COUNT_LIMIT,
  FIELD_SIZE_LIMIT,
  FILE_NAME_LIMIT,
  PDF_LIMIT,
  THUMBNAIL_LIMIT,
  UPLOAD_SPEED_FLOOR,
  UPLOAD_TIME_LIMIT,
} from '#domain/files/upload-limits.ts'
import type { Quarantine } from './quarantine.ts'

export type ReceivedUpload = { fields: Record<string, string>; files: Record<string, ReceivedFile> }

/** Why an upload could not be taken in. */
export class UploadFault extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly field: string | undefined
  constructor(status: ContentfulStatusCode, code: string, sentence: string, field?: string) {
    super(sentence)
    this.status = status
    this.code = code
    this.field = field
  }
}

const FILE_LIMITS: Record<string, number> = { file: PDF_LIMIT, thumbnail: THUMBNAIL_LIMIT }
const PACE_CHECK_MS = 10_000

/**
 * Streams a multipart body into quarantine, hashing on the way, and hands what arrived to `use`; the files are
 * removed afterwards, whatever happens, unless `use` has moved them. Throws UploadFault for a body that is refused.
 */
export async function receiveUpload<Result>(
  request: Request,
  quarantine: Quarantine,
  use: (upload: ReceivedUpload) => Promise<Result>,
): Promise<Result> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data') || !request.body) {
    throw new UploadFault(415, 'not-multipart', 'Send the paper as multipart/form-data.')
  }
  if (await quarantine.isFull()) throw diskFull()
  const paths: string[] = []
  const newPath = () => {
    const path = quarantine.newPath()
    paths.push(path)
    return path
  }
  try {
    return await use(await readParts(request, type, newPath))
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

async function readParts(
  request: Request,
  contentType: string,
  newPath: () => string,
): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {}
  const files: Record<string, ReceivedFile> = {}
  const writing: Promise<void>[] = []
  const abort = new AbortController()
  const refuse = (fault: Error) => abort.abort(fault)
  const parser = openParser(contentType)

  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) refuse(tooLong(name))
    fields[name] = value
  })
  parser.on('file', (name, stream, filename) => {
    stream.on('error', () => {})
    const fault = faultOfPart(name, filename, files)
    if (fault) {
      stream.resume()
      return refuse(fault)
    }
    const file: ReceivedFile = { path: newPath(), originalName: filename, size: 0, md5: '', sha256: '' }
    files[name] = file
    const limit = FILE_LIMITS[name] as number
    writing.push(writeFile(stream, file, limit, abort.signal).catch((error) => refuse(asFault(error))))
  })
  parser.on('partsLimit', () => refuse(tooMany()))
  parser.on('fieldsLimit', () => refuse(tooMany()))
  parser.on('filesLimit', () => refuse(tooMany()))

  const guard = guardPace(refuse)
  try {
    const body = Readable.fromWeb(request.body as WebStream)
    await pipeline(body, guard.meter, parser, { signal: abort.signal })
    await Promise.all(writing)
    abort.signal.throwIfAborted()
  } catch (error) {
    abort.abort(error)
    await Promise.all(writing)
    throw asFault(abort.signal.reason)
  } finally {
    guard.stop()
  }
  return { fields, files }
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: {
        fields: FIELD_COUNT_LIMIT,
        fieldSize: FIELD_SIZE_LIMIT,
        fieldNameSize: 100,
        files: Object.keys(FILE_LIMITS).length,
        parts: FIELD_COUNT_LIMIT + Object.keys(FILE_LIMITS).length,
        headerPairs: 20,
      },
    })
  } catch {
    throw brokenBody()
  }
}

function faultOfPart(name: string, filename: string, files: Record<string, ReceivedFile>) {
  if (!(name in FILE_LIMITS))
    return new UploadFault(422, 'unknown-field', `There is no file field called "${name}".`, name)
  if (name in files)
    return new UploadFault(422, 'sent-twice', `The field "${name}" was sent twice; send one file.`, name)
  if (Buffer.byteLength(filename) > FILE_NAME_LIMIT) {
    return new UploadFault(
      422,
      'name-too-long',
      `The file's name is longer than ${FILE_NAME_LIMIT} bytes; rename it.`,
      name,
    )
  }
}

async function writeFile(stream: BusboyFileStream, file: ReceivedFile, limit: number, signal: AbortSignal) {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.size += chunk.length
      if (file.size > limit) return done(tooLarge(limit))
      sha256.update(chunk)
      md5.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(stream, measure, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), { signal })
  file.sha256 = sha256.digest('hex')
  file.md5 = md5.digest('base64')
}

/** Gives up on a body that takes longer than the limit or keeps arriving slower than the floor. */
function guardPace(refuse: (fault: UploadFault) => void) {
  let arrived = 0
  let seen = 0
  const tooSlow = () =>
    refuse(
      new UploadFault(
        408,
        'too-slow',
        'The upload was too slow and was given up; try again on a better connection.',
      ),
    )
  const pace = setInterval(() => {
    if (arrived - seen < (UPLOAD_SPEED_FLOOR * PACE_CHECK_MS) / 1000) tooSlow()
    seen = arrived
  }, PACE_CHECK_MS)
  const whole = setTimeout(tooSlow, UPLOAD_TIME_LIMIT)
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      arrived += chunk.length
      done(null, chunk)
    },
  })
  return {
    meter,
    stop() {
      clearInterval(pace)
      clearTimeout(whole)
    },
  }
}

function asFault(error: unknown): Error {
  if (error instanceof UploadFault) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull()
  if (code === 'EACCES' || code === 'EROFS' || code === 'EMFILE') return error as Error
  return brokenBody()
}

function brokenBody() {
  return new UploadFault(
    400,
    'upload-broken-off',
    'The upload broke off before all of it had arrived; send it again.',
  )
}

function tooLong(name: string) {
  return new UploadFault(
    422,
    'field-too-long',
    `The field "${name}" is longer than ${FIELD_SIZE_LIMIT} bytes; shorten it.`,
    name,
  )
}

function tooMany() {
  return new UploadFault(422, 'too-many-fields', 'The form has more fields or files than this page sends.')
}

function tooLarge(limit: number) {
  const what = limit === PDF_LIMIT ? 'PDF' : 'thumbnail'
  const field = limit === PDF_LIMIT ? 'file' : 'thumbnail'
  return new UploadFault(
    413,
    'file-too-large',
    `The ${what} is larger than ${limit / 1024 ** 2} MiB; choose a smaller file.`,
    field,
  )
}

function diskFull() {
  return new UploadFault(
    507,
    'disk-full',
    "The server's disk is nearly full: make room, then send the paper again.",
  )
}
