import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type Context, Hono, type Next } from 'hono'
import type { App } from '#domain/app.ts'
import { wasFaultyAtLastCheck } from '#domain/file-checks/scrub.server.ts'
import { type PartReader, readerOf } from '#domain/files/file-store.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'
import { findSuccessor } from '#domain/publishing/former-files.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, wantsHtml } from '#server/serving/problem.ts'
import { answerFor, describeSent, type SentFile } from './file-answer.ts'

/** Null when it is not open after so many milliseconds; what comes later is closed. */
export async function openInTime<Fault extends string>(
  opening: Promise<ReadableStream<Uint8Array> | Fault>,
  limitMs: number,
): Promise<ReadableStream<Uint8Array> | Fault | null> {
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(() => {
    giveUp(null)
    opening.then((late) => (typeof late === 'string' ? undefined : late.cancel())).catch(() => {})
  }, limitMs)
  return await Promise.race([opening, tooLate]).finally(() => clearTimeout(timer))
}

/** Whoever reads slowly holds one such buffer. */
const BUFFER_BYTES = 64 * 1024

const WRONG_LENGTH = 'The file is not as long as its row says.'
const LEFT = new Error('The connection is closed.')

/**
 * Sends a stored file's bytes as the body, from the disk to the socket where its store can: the streams of the web would
 * take most of the time. Ends the connection when the visitor breaks off or the disk fails: what is missing tells the browser.
 * `read` is called once all is read, before the end is sent. Resolves to why the file broke off; null when it was sent, or
 * the visitor left.
 */
async function sendBytes(
  stream: ReadableStream<Uint8Array>,
  length: number,
  outgoing: ServerResponse,
  read: () => void,
): Promise<unknown> {
  const reader = readerOf(stream)
  try {
    if (outgoing.destroyed) await stream.cancel()
    else if (reader && 'bytes' in reader) await sendWhole(outgoing, reader.bytes, length, read)
    else await sendParts(reader ?? stream, outgoing, length, read)
    return null
  } catch (error) {
    const isOurs = error !== LEFT && !outgoing.destroyed
    outgoing.destroy()
    return isOurs ? error : null
  } finally {
    await reader?.close()
  }
}

/** Resolves when nobody needs the bytes any more. */
async function sendWhole(outgoing: ServerResponse, bytes: Uint8Array, length: number, read: () => void) {
  if (bytes.byteLength !== length) throw new Error(WRONG_LENGTH)
  read()
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve)
    outgoing.end(bytes)
  })
}

type PartwiseReader = Extract<PartReader, { read: unknown }>

async function sendParts(
  parts: PartwiseReader | ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  length: number,
  read: () => void,
) {
  const gone = once(outgoing, 'close').then(() => Promise.reject(LEFT))
  gone.catch(() => {})
  let left = length
  const send = async (bytes: Uint8Array) => {
    left -= bytes.byteLength
    if (left < 0) throw new Error(WRONG_LENGTH)
    if (left === 0) read()
    await Promise.race([write(outgoing, bytes), gone])
  }
  if ('read' in parts) await sendRead(parts, send)
  else for await (const part of parts) await send(part)
  if (left > 0) throw new Error(WRONG_LENGTH)
  outgoing.end()
}

/** Each part is sent when the system has taken the one before, and so in one buffer. */
async function sendRead(reader: PartwiseReader, send: (bytes: Uint8Array) => Promise<void>) {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  for (;;) {
    const count = await reader.read(buffer)
    if (count === 0) return
    await send(buffer.subarray(0, count))
  }
}

function write(outgoing: ServerResponse, bytes: Uint8Array) {
  return new Promise<void>((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(LEFT) : resolve()))
  })
}

const OPENING_LIMIT_MS = 30_000

/** Stored files by key. A replaced file's key redirects to its successor. */
export function fileRoutes(app: App) {
  return new Hono<HttpEnv>().get('/:folder/:name', async (c, next) => {
    const key = `${c.req.param('folder')}/${c.req.param('name')}`
    const found = await findFile(app, key)
    const sent = found && describeSent(found)
    const successor = sent ? null : await findSuccessor(app, key)
    // Not cached: the successor may be replaced, too.
    if (successor) return c.body(null, 302, { Location: `/files/${successor}`, 'Cache-Control': 'no-store' })
    if (!sent) return await fileNotFound(c, next, 'There is no such file; the paper may have been deleted.')
    const { file } = sent
    const header = (name: string) => c.req.header(name)
    const answer = answerFor(sent, c.req.method, header)
    const leadsAway = answer?.body && mayLeadAway(app, sent, c.req.method, header)
    // What the store would send would be wrong, and nobody would hear of it.
    const elsewhere = leadsAway && !(await wasFaultyAtLastCheck(app, key)) && (await publicAddress(app, sent))
    if (elsewhere) return c.body(null, 302, { Location: elsewhere, 'Cache-Control': 'no-store' })
    if (!answer) {
      const refused = problem(c, 416, 'range-not-satisfiable', `The file has ${file.size} bytes.`)
      refused.headers.set('Content-Range', `bytes */${file.size}`)
      return refused
    }
    const { status, headers, body } = answer
    const opens = body ? { range: body.range } : answer.looks && { range: answer.looks }
    if (!opens) return c.body(null, status, headers)
    const bytes = await openInTime(openFile(app, file, opens.range), OPENING_LIMIT_MS)
    if (bytes === null) return problem(c, 408, 'too-slow', (m) => m.refused_too_slow())
    if (bytes === 'missing')
      return await fileNotFound(c, next, 'The file is missing on the server; please tell the centre.')
    if (bytes === 'damaged') return problem(c, 500, 'file-damaged', (m) => m.refused_file_damaged())
    if (!body) {
      await bytes.cancel()
      return c.body(null, status, headers)
    }
    const { incoming, outgoing } = c.env ?? {}
    const hasBody = header('content-length') ?? header('transfer-encoding')
    if (!incoming || !outgoing || hasBody) return c.body(bytes, status, headers)
    c.set('sendBody', (to) => send(c, to, key, bytes, body.length))
    return c.body(null, status, headers)
  })

  /** Resolves to whether all was read: whoever reads slowly keeps no line of the log back. */
  function send(
    c: Context<HttpEnv>,
    to: NonNullable<HttpEnv['Bindings']['outgoing']>,
    key: string,
    bytes: ReadableStream<Uint8Array>,
    length: number,
  ) {
    return new Promise<boolean>((resolve) => {
      sendBytes(bytes, length, to, () => resolve(true)).then((fault) => {
        if (fault) {
          app.log.error({ err: fault, key, requestId: c.var.requestId }, 'a file broke off while being sent')
          app.checks.doubt(key)
        }
        resolve(!fault)
      })
    })
  }
}

async function fileNotFound(c: Context<HttpEnv>, next: Next, detail: string) {
  if (!wantsHtml(c)) return problem(c, 404, 'file-not-found', detail)
  await next()
  c.header('Cache-Control', 'no-store')
}

/**
 * Whether the visitor may be sent to where the file is kept. Only for opening a PDF: pages may show pictures of this site
 * alone, and scripts may read from it alone. Browsers that do not say what they fetch for show no PDF within a page.
 */
function mayLeadAway(
  { files }: Pick<App, 'files'>,
  { file }: SentFile,
  method: string | undefined,
  header: (name: string) => string | undefined,
): boolean {
  if (!files.publicAddress || method !== 'GET' || file.contentType !== 'application/pdf') return false
  return ['navigate', undefined].includes(header('sec-fetch-mode'))
}

/** Where the file is kept; null when nobody may be sent there. */
async function publicAddress({ files }: Pick<App, 'files'>, sent: SentFile): Promise<string | null> {
  const { fullPath, contentType, contentDisposition, cacheControl } = sent.file
  const disposition = sent.headers['content-disposition'] ?? contentDisposition
  const headers = { contentType, contentDisposition: disposition, cacheControl }
  return (await files.publicAddress?.(fullPath, headers)) ?? null
}

const STORED = /\.(pdf|png|jpe?g|webp|gif|avif)$/i

/** Files in the paths that they had in the hosted store: `/{folder}/{name}`, and download addresses of their bucket. */
export function formerAddresses(app: Pick<App, 'readDb'>) {
  return new Hono<HttpEnv>()
    .get('/v0/b/:bucket/o/:path', async (c, next) => (await lead(c, c.req.param('path'))) ?? (await next()))
    .get('/:folder/:name', async (c, next) => {
      const { folder, name } = c.req.param()
      return (STORED.test(name) && (await lead(c, `${folder}/${name}`))) || (await next())
    })

  async function lead(c: Context<HttpEnv>, path: string) {
    const successor = await findSuccessor(app, path.normalize('NFC'))
    if (!successor) return null
    // Not cached: the file may be replaced, too.
    return c.body(null, 302, { Location: `/files/${successor}`, 'Cache-Control': 'no-store' })
  }
}
