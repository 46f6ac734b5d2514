import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseAccept } from 'hono/utils/accept'
import type { CachedAnswer, Encoding } from './cached-answer.ts'
import { gzipAtOnce, mayCompressWell, toBrotliBody, toGzipBody } from './compress.ts'

const KNOWN_HEADERS = 200

const known = new Map<string, Encoding[]>()

/** What an Accept-Encoding header allows, the best first; without one, or for one that cannot be read, the body as it is. */
export function allowedEncodings(accepted: string | undefined): Encoding[] {
  if (!accepted) return ['identity']
  const readBefore = known.get(accepted)
  if (readBefore) return readBefore
  const allowed = readAllowed(accepted)
  if (known.size >= KNOWN_HEADERS) known.clear()
  known.set(accepted, allowed)
  return allowed
}

function readAllowed(accepted: string): Encoding[] {
  const wanted = parseAccept(accepted.toLowerCase())
  const any = wanted.find(({ type }) => type === '*')?.q ?? 0
  const quality = (name: string) => wanted.find(({ type }) => type === name)?.q ?? any
  const compressed = (['br', 'gzip'] as const).filter((name) => quality(name) > 0)
  if (quality('gzip') > quality('br')) compressed.reverse()
  return [...compressed, 'identity']
}

/** Sends an answer with headers of its own, names and values in turn, or that the browser's copy is still right; returns the status. */
export function sendAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: CachedAnswer,
  own: string[],
  grown: () => void,
): number | Promise<number> {
  if (answer.isReusable && answer.status === 200 && isKnown(incoming.headers['if-none-match'], answer.etag)) {
    outgoing.writeHead(304, [...answer.briefHeaders, ...own])
    outgoing.end()
    return 304
  }
  const known = answer.bodies.size
  const { encoding, body } = bodyFor(answer, allowedEncodings(headerOf(incoming, 'accept-encoding')))
  const send = (body: Buffer) => sendBody(incoming, outgoing, answer, { encoding, body, own })
  if (Buffer.isBuffer(body)) {
    if (answer.bodies.size > known) grown()
    return send(body)
  }
  return body.then((made) => {
    grown()
    return send(made)
  })
}

function sendBody(
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers }: CachedAnswer,
  { encoding, body, own }: { encoding: Encoding; body: Buffer; own: string[] },
) {
  const all = [...headers, 'content-length', String(body.length), ...own]
  if (encoding !== 'identity') all.push('content-encoding', encoding)
  outgoing.writeHead(status, all)
  outgoing.end(method === 'HEAD' ? undefined : body)
  return status
}

function isKnown(known: string | undefined, etag: string) {
  if (!known) return false
  return known === etag || known.split(',').some((each) => ['*', etag, etag.slice(2)].includes(each.trim()))
}

export function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** What is larger would hold up the event loop for milliseconds. */
const QUICK_BYTES = 256 * 1_024

/** How an answer is sent to whoever allows these encodings; the body is made when it is first asked for. */
export function bodyFor(
  answer: CachedAnswer,
  allowed: Encoding[],
): { encoding: Encoding; body: Buffer | Promise<Buffer> } {
  const encodings: Encoding[] = answer.isCompressible ? allowed : ['identity']
  const made = encodings.find((each) => each !== 'identity' && answer.bodies.has(each))
  const encoding = made ?? choose(encodings)
  return { encoding, body: answer.bodies.get(encoding) ?? make(answer, encoding) }
}

/** In a crowd gzip for all who allow it: many pages are made at the moment of a publication. */
function choose(encodings: Encoding[]): Encoding {
  const [best = 'identity'] = encodings
  return best === 'br' && encodings.includes('gzip') && !mayCompressWell() ? 'gzip' : best
}

function make(answer: CachedAnswer, encoding: Encoding): Buffer | Promise<Buffer> {
  const encoded = encode(answer, encoding)
  answer.bodies.set(encoding, encoded)
  if (Buffer.isBuffer(encoded)) return encoded
  encoded.then(
    (body) => answer.bodies.set(encoding, body),
    // Tried anew for the next.
    () => answer.bodies.delete(encoding),
  )
  return encoded
}

function encode({ body }: CachedAnswer, encoding: Encoding): Buffer | Promise<Buffer> {
  const bytes = body.length === 1 && body[0] ? body[0].bytes : Buffer.concat(body.map(({ bytes }) => bytes))
  if (encoding === 'identity') return bytes
  if (encoding === 'br') return toBrotliBody(bytes)
  return bytes.length <= QUICK_BYTES ? gzipAtOnce(bytes) : toGzipBody(bytes)
}
