import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { UPLOAD_SPEED_FLOOR } from '#domain/files/upload-limits.ts'

/** Concurrent requests of one connection. Browsers send one; Node starts all that are pipelined. */
const REQUESTS_AT_ONCE = 16
/** How long a body may go on arriving once its answer is ready, and again when that was sent. */
const REST_OF_BODY_MS = 2_000
/** Idle limit in both directions; longer than any inspection takes. */
const SILENCE_LIMIT_MS = 120_000

/** Long, because the system takes bytes off in bursts of 29 KB and more. */
const PACE_WINDOW_MS = 60_000
const LOOKS_IN_A_WINDOW = 12

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Requests of each connection that are being answered. */
const underWay = new WeakMap<object, number>()

export function isAnswering(socket: Socket): boolean {
  return (underWay.get(socket) ?? 0) > 0
}

/** Ends connections that pipeline too many requests, or go on sending what nobody reads. */
export function guardConnections(handle: Handle): Handle {
  return (incoming, outgoing) => {
    const { socket } = incoming
    const before = underWay.get(socket) ?? 0
    if (before >= REQUESTS_AT_ONCE) return void socket.destroy()
    if (hasBody(incoming)) announceEnd(incoming, outgoing)
    handle(incoming, outgoing)
    if (isAnswered(incoming, outgoing)) return
    underWay.set(socket, before + 1)
    outgoing.once('close', () => {
      underWay.set(socket, (underWay.get(socket) ?? 1) - 1)
      if (!incoming.complete) setTimeout(() => incoming.complete || socket.destroy(), REST_OF_BODY_MS).unref()
    })
  }
}

/** Whether the system has taken the whole answer to a request without a body, as of most pages from the cache. */
function isAnswered(incoming: IncomingMessage, outgoing: ServerResponse) {
  return outgoing.writableEnded && outgoing.socket?.writableLength === 0 && !hasBody(incoming)
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return Boolean(headers['content-length'] || headers['transfer-encoding'])
}

/** An answer before the end of its request says that the connection ends: the next request on it would be lost. */
function announceEnd(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { writeHead } = outgoing
  outgoing.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!incoming.complete) outgoing.shouldKeepAlive = false
    return writeHead.apply(outgoing, head)
  }) as typeof writeHead
}

/** Reads and drops what a refused request still sends, for a while, so that its connection can be used again. */
export async function dropRestOfBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return
  // Whoever has stopped reading would hold it back.
  incoming.removeAllListeners('data')
  incoming.resume()
  const late = AbortSignal.timeout(REST_OF_BODY_MS)
  // Where it broke off, the answer is for nobody.
  await once(incoming, 'end', { signal: late }).catch(() => {})
}

export function endIdleConnections(server: Server) {
  server.timeout = SILENCE_LIMIT_MS
}

/** Ends connections that read slower than the floor (bytes/s) for a window: unread answers would fill the memory. */
export function endSlowReaders(
  server: Server,
  { windowMs = PACE_WINDOW_MS, floor = UPLOAD_SPEED_FLOOR }: { windowMs?: number; floor?: number } = {},
) {
  /** When the window of each connection with queued bytes began, and what it had taken by then. */
  const waiting = new WeakMap<Socket, { since: number; before: number }>()
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const looking = setInterval(() => {
    const now = performance.now()
    for (const socket of open) {
      const { queued, taken } = progressOf(socket)
      const begun = waiting.get(socket)
      if (queued === 0) waiting.delete(socket)
      else if (!begun) waiting.set(socket, { since: now, before: taken })
      else if (now - begun.since < windowMs) continue
      else if (taken - begun.before < (floor * windowMs) / 1000) socket.destroy()
      else waiting.set(socket, { since: now, before: taken })
    }
  }, windowMs / LOOKS_IN_A_WINDOW)
  server.once('close', () => clearInterval(looking))
}

/** From the handle, because a socket's own counters know whole writes only. */
function progressOf(socket: Socket) {
  const handle = (socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null })._handle
  const queued = handle?.writeQueueSize ?? 0
  return { queued, taken: (handle?.bytesWritten ?? 0) - queued }
}
