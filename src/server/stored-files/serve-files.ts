import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '#domain/app.ts'
import { openFile } from '#domain/files/read.server.ts'
import { type ClientSettings, createClientReader } from '#server/middleware/client.ts'
import { securityHeaders } from '#server/middleware/secure-headers.ts'
import { createRequestId } from '#server/serving/request-id.ts'
import { answerFor } from './file-answer.ts'
import { createKnownFiles } from './known-files.ts'
import { openInTime } from './open-in-time.ts'
import { createPartBuffers } from './part-buffers.ts'
import { mayLeadAway } from './public-address.ts'
import { sendBytes } from './send-file.ts'

const PATH = /^\/files\/([\w-]+\/[\w.-]+)(?:\?|$)/
const URL_LIMIT = 2_048
const OPENING_LIMIT_MS = 30_000
/** Logged of a file that broke off, though its head said otherwise. */
const BROKEN = 500

type ServedApp = Pick<App, 'files' | 'checks' | 'readDb' | 'versions' | 'clock' | 'log' | 'logRequest'>
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** Sends stored files; `next` answers for whatever cannot be sent, such as a key that is not known. */
export function serveFiles(app: ServedApp, settings: ClientSettings): Serve {
  const readClient = createClientReader(settings)
  const secure = securityHeaders({ https: settings.siteUrl?.protocol === 'https:' })
  const known = createKnownFiles(app)
  const buffers = createPartBuffers()

  /** Whether it was sent. */
  async function send(incoming: IncomingMessage, outgoing: ServerResponse, key: string, address: string) {
    const { method, headers: asked } = incoming
    const began = app.clock.monotonic()
    const found = known.find(key)
    const file = found instanceof Promise ? await found : found
    const header = (name: string) => asked[name]?.toString()
    const answer = file && answerFor(file, method, header)
    if (!answer || (answer.body && mayLeadAway(app, file, method, header))) return false
    const { status, headers, body } = answer
    const opens = body ? { range: body.range } : answer.looks && { range: answer.looks }
    const bytes = opens && (await openInTime(openFile(app, file.file, opens.range), OPENING_LIMIT_MS))
    if (bytes === null || typeof bytes === 'string') return false
    const requestId = createRequestId()
    outgoing.writeHead(status, { ...secure, ...headers, 'x-request-id': requestId })
    const ms = Math.round(app.clock.monotonic() - began)
    let isLogged = false
    const note = (sent: number) => {
      if (isLogged) return
      isLogged = true
      app.logRequest({ requestId, method: String(method), path: `/files/${key}`, status: sent, ms, address })
    }
    if (body && bytes) {
      const fault = await sendBytes(bytes, body.length, outgoing, buffers, () => note(status))
      if (fault) {
        app.log.error({ err: fault, key, requestId }, 'a file broke off while being sent')
        app.checks.doubt(key)
      }
      note(fault ? BROKEN : status)
      return true
    }
    note(status)
    outgoing.end()
    await bytes?.cancel()
    return true
  }

  return (incoming, outgoing, next) => {
    const key = keyOf(incoming)
    if (!key) return next()
    const header = (name: string) => incoming.headers[name]?.toString()
    const { isOurHost, address } = readClient({ header, socket: incoming.socket })
    if (!isOurHost) return next()
    send(incoming, outgoing, key, address).then(
      (isSent) => isSent || next(),
      () => (outgoing.headersSent ? outgoing.destroy() : next()),
    )
  }
}

/** As it is written: an address that is spelled otherwise, or a request with a body, goes the long way. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || url.length > URL_LIMIT) return undefined
  if (headers['content-length'] || headers['transfer-encoding']) return undefined
  return PATH.exec(url)?.[1]
}
