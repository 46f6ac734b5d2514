import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { default as Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import { FIELD_COUNT_LIMIT, FIELD_SIZE_LIMIT, FILE_NAME_LIMIT } from '#domain/files/upload-limits.ts'
import { withPaths } from '../folders/emptied-folder.ts'
import { isDiskFull } from './disk-full.ts'
import { feed } from './feed-parser.ts'
import { guardPace } from './guard-pace.ts'
import type { Quarantine } from './quarantine.ts'
import {
  brokenBody,
  diskFull,
  fieldTooLong,
  fileTooLarge,
  nameTooLong,
  notMultipart,
  sentTwice,
  tooManyFields,
  tooSlow,
  UploadFault,
  unknownField,
} from './upload-fault.ts'
import { writeMeasured } from './write-file.ts'

export type ReceivedUpload = { fields: Record<string, string>; files: Record<string, ReceivedFile> }

/** What says that the server could not write, rather than that the sender broke off. */
const OUR_FAULTS = ['EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE', 'EIO', 'ENOENT', 'ENOTDIR', 'EEXIST']

/**
 * Streams a multipart body into quarantine, hashing on the way, and hands what arrived to `use`; the files are
 * removed afterwards, whatever happens, unless `use` has moved them. `limits` names the files that may come, with the
 * most bytes of each. Throws UploadFault for a body that is refused.
 */
export async function receiveUpload<Result>(
  request: Request,
  quarantine: Quarantine,
  use: (upload: ReceivedUpload) => Promise<Result>,
  limits: Record<string, number>,
): Promise<Result> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) throw notMultipart()
  if (await quarantine.isFull()) throw diskFull()
  try {
    return await withPaths(quarantine, async (newPath) =>
      use(await readParts(request, type, newPath, new Map(Object.entries(limits)))),
    )
  } catch (error) {
    throw isDiskFull(error) ? diskFull() : error
  }
}

async function readParts(
  request: Request,
  contentType: string,
  newPath: () => string,
  limits: Map<string, number>,
): Promise<ReceivedUpload> {
  const fields = new Map<string, string>()
  const files = new Map<string, ReceivedFile>()
  const writing: Promise<void>[] = []
  const refusal = new AbortController()
  const refuse = (fault: Error) => refusal.abort(fault)
  const parser = openParser(contentType, limits.size)

  parser.on('error', (error) => refuse(asFault(error)))
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) refuse(fieldTooLong(name))
    if (fields.has(name)) refuse(sentTwice(name))
    fields.set(name, value)
  })
  parser.on('file', (name: string, stream, filename: string | undefined = '') => {
    stream.on('error', () => {})
    const limit = limits.get(name)
    const fault = limit === undefined ? unknownField(name) : faultOfPart(name, filename, files)
    if (fault || limit === undefined || refusal.signal.aborted) {
      stream.resume()
      return fault && refuse(fault)
    }
    const file: ReceivedFile = { path: newPath(), originalName: filename, size: 0, md5: '', sha256: '' }
    files.set(name, file)
    const faultAt = (size: number) => (size > limit ? fileTooLarge(limit, name) : null)
    writing.push(
      writeMeasured(stream, file.path, { calledOff: refusal.signal, faultAt }).then(
        (measured) => void Object.assign(file, measured),
        (error) => refuse(asFault(error)),
      ),
    )
  })
  parser.on('partsLimit', () => refuse(tooManyFields()))
  parser.on('fieldsLimit', () => refuse(tooManyFields()))
  parser.on('filesLimit', () => refuse(tooManyFields()))

  const pace = guardPace()
  try {
    const body = Readable.fromWeb(request.body as WebStream)
    await pipeline(body, pace.meter, feed(parser, refusal.signal), { signal: pace.tooSlow })
  } catch (error) {
    refuse(pace.tooSlow.aborted ? tooSlow() : asFault(error))
  } finally {
    pace.stop()
  }
  await Promise.all(writing)
  if (refusal.signal.aborted) throw refusal.signal.reason
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(chosen(files)) }
}

function openParser(contentType: string, files: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: {
        fields: FIELD_COUNT_LIMIT,
        fieldSize: FIELD_SIZE_LIMIT,
        fieldNameSize: 100,
        files,
        parts: FIELD_COUNT_LIMIT + files,
        headerPairs: 20,
      },
    })
  } catch {
    throw brokenBody()
  }
}

function faultOfPart(name: string, filename: string, files: Map<string, ReceivedFile>) {
  if (files.has(name)) return sentTwice(name)
  if (Buffer.byteLength(filename) > FILE_NAME_LIMIT) return nameTooLong(name)
}

/** A form sends a file field in which nothing was chosen as an empty file without a name. */
function chosen(files: Map<string, ReceivedFile>) {
  return [...files].filter(([, file]) => file.originalName !== '' || file.size > 0)
}

function asFault(error: unknown): Error {
  if (error instanceof UploadFault) return error
  if (isDiskFull(error)) return diskFull()
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  return OUR_FAULTS.includes(code) ? (error as Error) : brokenBody()
}
