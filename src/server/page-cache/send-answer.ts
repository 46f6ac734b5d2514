import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedAnswer } from './cached-answer.ts'
import { allowedEncodings, type Encoding } from './encodings.ts'
import { bodyFor } from './sent-body.ts'

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
