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

/** What a connection has taken and sent by the last look, and for how many looks it is as slow or as silent as it is. */
type Seen = { looksQueued: number; takenThen: number; looksSilent: number; moved: number }

/**
 * Ends connections that read slower than the floor (bytes/s) for a window, since unread answers would fill the memory,
 * and those on which nothing moves in either direction. Looked at now and then: a timer of Node's for each connection
 * is set again with every request and every answer. Looks are counted, not time: a process that stood still, or whose
 * clock leapt, has seen nobody stall.
 */
export function endStuckConnections(
  server: Server,
  {
    windowMs = PACE_WINDOW_MS,
    floor = UPLOAD_SPEED_FLOOR,
    silenceMs = SILENCE_LIMIT_MS,
  }: { windowMs?: number; floor?: number; silenceMs?: number } = {},
) {
  const everyMs = windowMs / LOOKS_IN_A_WINDOW
  const silenceInLooks = Math.ceil(silenceMs / everyMs)
  const open = new Map<Socket, Seen>()
  server.on('connection', (socket) => {
    open.set(socket, { looksQueued: 0, takenThen: 0, looksSilent: 0, moved: 0 })
    socket.once('close', () => open.delete(socket))
  })
  let next = setTimeout(look, everyMs).unref()
  server.once('close', () => clearTimeout(next))

  function look() {
    for (const [socket, seen] of open) {
      const progress = progressOf(socket)
      if (isSlow(seen, progress) || isSilent(seen, progress)) socket.destroy()
    }
    next = setTimeout(look, everyMs).unref()
  }

  function isSlow(seen: Seen, { queued, taken }: Progress) {
    if (queued === 0) {
      seen.looksQueued = 0
      return false
    }
    if (seen.looksQueued === 0) seen.takenThen = taken
    seen.looksQueued += 1
    if (seen.looksQueued <= LOOKS_IN_A_WINDOW) return false
    if (taken - seen.takenThen < (floor * windowMs) / 1000) return true
    Object.assign(seen, { looksQueued: 1, takenThen: taken })
    return false
  }

  function isSilent(seen: Seen, { taken, received }: Progress) {
    seen.looksSilent = seen.moved === taken + received ? seen.looksSilent + 1 : 0
    seen.moved = taken + received
    return seen.looksSilent >= silenceInLooks
  }
}

type Progress = { queued: number; taken: number; received: number }

/** From the handle, because a socket's own counters know whole writes only. */
function progressOf(socket: Socket): Progress {
  const handle = (socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null })._handle
  const queued = handle?.writeQueueSize ?? 0
  return { queued, taken: (handle?.bytesWritten ?? 0) - queued, received: socket.bytesRead }
}
