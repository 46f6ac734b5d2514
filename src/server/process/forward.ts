import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { ICONS } from '#domain/centre/pictures/drawn-pictures.ts'
import type { Handle } from './listen.ts'

/** Apart from writes: the desk, what is counted or limited across all visitors, what needs the disk, and what is drawn. */
const OWNERS =
  /^\/(?:api\/(?!papers(?:\/latest)?(?:$|\?)|suggestions|pricing)|admin|login|papers\.|readyz|(?:[^?]*\/)?share\.png)/i
const DRAWN = new Set(Object.keys(ICONS).map((name) => `/${name}`))
/** A path that is read as it is written: without %, dot segments or another site's name. */
const PLAIN = /^\/(?:[\w~,-][\w.~,-]*(?:\/|(?=\?|$)))*(?:\?|$)/
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  // Node throws on it where the body has a length; what it announces is not passed on.
  'trailer',
])
/** The client's end of the connection, which the owner cannot see for itself. */
export const FORWARDED = { peer: 'x-thervu-peer', local: 'x-thervu-local' }

/** Whether only the process that owns the data may answer. */
export function isForOwner({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return true
  return !PLAIN.test(url) || OWNERS.test(url) || DRAWN.has(url.replace(/\?.*/, ''))
}

/** Passes requests on to the owner's socket, bodies and answers as they come. */
export function forwardTo(socketPath: string): Handle {
  const agent = new Agent({ keepAlive: true })
  return (incoming, outgoing) => {
    const { remoteAddress, localAddress } = incoming.socket
    // Of a connection that ended while its requests were read, nobody knows whose it was.
    if (!remoteAddress) return void outgoing.destroy()
    const headers: Record<string, string | string[] | undefined> = {}
    for (const [name, value] of Object.entries(incoming.headers))
      if (!HOP_BY_HOP.has(name)) headers[name] = value
    headers[FORWARDED.peer] = remoteAddress
    headers[FORWARDED.local] = localAddress
    if (incoming.headers['transfer-encoding']) headers['transfer-encoding'] = 'chunked'
    const { method, url: path } = incoming
    const asked = request({ socketPath, agent, method, path, headers, setHost: false })
    asked.on('response', (answer) => sendOn(answer, outgoing))
    asked.on('error', () => refuse(outgoing))
    outgoing.once('close', () => outgoing.writableFinished || asked.destroy())
    incoming.pipe(asked)
  }
}

function sendOn(answer: IncomingMessage, outgoing: ServerResponse) {
  const headers: string[] = []
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const name = String(answer.rawHeaders[at])
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.push(name, String(answer.rawHeaders[at + 1]))
  }
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  answer.on('error', () => outgoing.destroy())
  answer.pipe(outgoing)
}

/** The owner is starting anew. */
function refuse(outgoing: ServerResponse) {
  if (outgoing.headersSent) return void outgoing.destroy()
  const detail = 'This part of the site is starting again; try again in a few seconds.'
  const problem = { type: 'about:blank', title: 'Busy', status: 503, code: 'starting', detail, retryAfter: 5 }
  outgoing.writeHead(503, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json',
    'Retry-After': '5',
  })
  outgoing.end(JSON.stringify(problem))
}
