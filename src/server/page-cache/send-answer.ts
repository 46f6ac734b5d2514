import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, type CachedAnswer } from './cached-answer.ts'
import { chooseEncoding } from './encodings.ts'

/** Sends an answer, or that the browser's copy is still right; returns the status. */
export async function sendAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: CachedAnswer,
  requestId: string,
  grown: () => void,
): Promise<number> {
  if (answer.isReusable && answer.status === 200 && isKnown(incoming.headers['if-none-match'], answer.etag)) {
    outgoing.writeHead(304, { ...answer.briefHeaders, 'x-request-id': requestId })
    outgoing.end()
    return 304
  }
  const encoding = answer.isCompressible ? chooseEncoding(headerOf(incoming, 'accept-encoding')) : 'identity'
  let body = bodyOf(answer, encoding)
  if (!Buffer.isBuffer(body)) {
    body = await body
    grown()
  }
  outgoing.writeHead(answer.status, {
    ...answer.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
    'x-request-id': requestId,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  return answer.status
}

function isKnown(known: string | undefined, etag: string) {
  if (!known) return false
  return known === etag || known.split(',').some((each) => ['*', etag, etag.slice(2)].includes(each.trim()))
}

export function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
