import type { ByteRange } from '#domain/files/file-store.ts'
import { renewedDisposition, type StoredFile } from '#domain/files/stored-file.ts'

/** What answers say of a file, in the form in which it is sent. */
export type SentFile = {
  file: StoredFile
  etag: string
  /** In whole seconds, as HTTP knows times; milliseconds. */
  updatedAt: number
  /** In lower case. */
  headers: Headers
}

type Sent = Omit<SentFile, 'file'> & { file: Pick<StoredFile, 'size'> }
type Headers = Record<string, string>
type FileAnswer =
  /** `looks`: the file is opened all the same, to see whether it is there. */
  | { status: 200 | 304; headers: Headers; body: null; looks?: ByteRange }
  | { status: 200 | 206; headers: Headers; body: { range?: ByteRange; length: number } }

/** Opened as a document a file may do nothing; browsers still show a PDF. */
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

export function describeSent(file: StoredFile): SentFile {
  const etag = `"${file.sha256.slice(0, 32)}"`
  const updated = new Date(file.updated)
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': file.cacheControl,
    // Files of early versions were stored with unsafe names.
    'content-disposition': renewedDisposition(file.contentDisposition),
    'content-security-policy': FILE_POLICY,
    'content-type': file.contentType,
    'cross-origin-resource-policy': 'same-origin',
    etag,
    'last-modified': updated.toUTCString(),
    'x-content-type-options': 'nosniff',
  }
  return { file, etag, updatedAt: Math.floor(updated.getTime() / 1000) * 1000, headers }
}

/** Whole, one range, or that the browser's copy is still right; null for a range outside of the file. */
export function answerFor(
  sent: Sent,
  method: string | undefined,
  header: (name: string) => string | undefined,
): FileAnswer | null {
  const { headers, file } = sent
  if (isUnchanged(sent, header)) return { status: 304, headers, body: null }
  const isHead = method === 'HEAD'
  // A range is asked of GET only (RFC 9110, 14.2).
  const range = isHead ? null : requestedRange(sent, header)
  if (range === 'unsatisfiable') return null
  if (!range) {
    const whole = { ...headers, 'content-length': String(file.size) }
    if (isHead) return { status: 200, headers: whole, body: null, looks: { start: 0, end: 0 } }
    return { status: 200, headers: whole, body: { length: file.size } }
  }
  const length = range.end - range.start + 1
  const position = `bytes ${range.start}-${range.end}/${file.size}`
  const part = { ...headers, 'content-length': String(length), 'content-range': position }
  return { status: 206, headers: part, body: { range, length } }
}

function isUnchanged({ etag, updatedAt }: Sent, header: (name: string) => string | undefined) {
  const known = header('if-none-match')
  if (known !== undefined) {
    return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  }
  const since = header('if-modified-since')
  return since !== undefined && updatedAt <= Date.parse(since)
}

/** One range (RFC 9110); several, another unit or a changed If-Range give the whole file (null). */
function requestedRange(
  { file, etag }: Sent,
  header: (name: string) => string | undefined,
): ByteRange | null | 'unsatisfiable' {
  const asked = header('range')
  if (asked === undefined) return null
  const condition = header('if-range')
  if (condition !== undefined && condition !== etag) return null
  const match = /^bytes=(\d*)-(\d*)$/.exec(asked.trim())
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const last = Number(match[2])
    if (last === 0 || file.size === 0) return 'unsatisfiable'
    return { start: Math.max(0, file.size - last), end: file.size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? file.size - 1 : Math.min(Number(match[2]), file.size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= file.size ? 'unsatisfiable' : { start, end }
}
