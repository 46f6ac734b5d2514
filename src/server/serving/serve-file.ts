import { type Context, Hono, type Next } from 'hono'
import type { App } from '#domain/app.ts'
import type { ByteRange } from '#domain/files/file-store.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'
import { renewedDisposition, type StoredFile } from '#domain/files/stored-file.ts'
import { findSuccessor } from '#domain/publishing/former-files.server.ts'
import type { HttpEnv } from './http-env.ts'
import { problem, wantsHtml } from './problem.ts'

/** Opened as a document a file may do nothing; browsers still show a PDF. */
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Stored files by key: whole, one range, or 304. A replaced file's key redirects to its successor. */
export function fileRoutes(app: App) {
  return new Hono<HttpEnv>().get('/:folder/:name', async (c, next) => {
    const key = `${c.req.param('folder')}/${c.req.param('name')}`
    const file = await findFile(app, key)
    const successor = file ? null : await findSuccessor(app, key)
    // Not cached: the successor may be replaced, too.
    if (successor) return c.body(null, 302, { Location: `/files/${successor}`, 'Cache-Control': 'no-store' })
    if (!file) return await fileNotFound(c, next, 'There is no such file; the paper may have been deleted.')
    const headers = headersOf(file)
    if (isUnchanged(c.req.raw.headers, file)) return c.body(null, 304, headers)
    // A range is asked of GET only (RFC 9110, 14.2).
    const range = c.req.method === 'HEAD' ? null : requestedRange(c.req.raw.headers, file)
    if (range === 'unsatisfiable') {
      const refused = problem(c, 416, 'range-not-satisfiable', `The file has ${file.size} bytes.`)
      refused.headers.set('Content-Range', `bytes */${file.size}`)
      return refused
    }
    headers['Content-Length'] = String(range ? range.end - range.start + 1 : file.size)
    if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.size}`
    const status = range ? 206 : 200
    if (c.req.method === 'HEAD') return c.body(null, status, headers)
    const bytes = await openFile(app, file, range ?? undefined)
    if (!bytes)
      return await fileNotFound(c, next, 'The file is missing on the server; please tell the centre.')
    return c.body(bytes, status, headers)
  })
}

async function fileNotFound(c: Context<HttpEnv>, next: Next, detail: string) {
  if (!wantsHtml(c)) return problem(c, 404, 'file-not-found', detail)
  await next()
  c.header('Cache-Control', 'no-store')
}

function headersOf(file: StoredFile): Record<string, string> {
  return {
    'Accept-Ranges': 'bytes',
    'Cache-Control': file.cacheControl,
    // Files of early versions were stored with unsafe names.
    'Content-Disposition': renewedDisposition(file.contentDisposition),
    'Content-Security-Policy': FILE_POLICY,
    'Content-Type': file.contentType,
    'Cross-Origin-Resource-Policy': 'same-origin',
    ETag: etagOf(file),
    'Last-Modified': new Date(file.updated).toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  }
}

function etagOf(file: StoredFile) {
  return `"${file.sha256.slice(0, 32)}"`
}

function isUnchanged(headers: Headers, file: StoredFile) {
  const known = headers.get('if-none-match')
  if (known !== null) {
    return known
      .split(',')
      .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etagOf(file))
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && Math.floor(Date.parse(file.updated) / 1000) * 1000 <= since
}

/** One range (RFC 9110); several, another unit or a changed If-Range give the whole file (null). */
function requestedRange(headers: Headers, file: StoredFile): ByteRange | null | 'unsatisfiable' {
  const condition = headers.get('if-range')
  if (condition !== null && condition !== etagOf(file)) return null
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range')?.trim() ?? '')
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
