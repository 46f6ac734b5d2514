import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { UPLOAD_SPEED_FLOOR } from '#domain/files/upload-limits.ts'

/** Requests of one connection that may be under way at once. Browsers send one; Node begins all that are piped in. */
const REQUESTS_AT_ONCE = 16
/** A body that goes on arriving after its request was answered is listened to this long. */
const REST_OF_BODY_MS = 2_000
/** A connection on which nothing moves in either direction is given up; longer than any inspection takes. */
const SILENCE_LIMIT_MS = 120_000

/** How long a reader's pace is measured: the system takes bytes off in bursts, 29 KB at a time and more. */
const PACE_WINDOW_MS = 60_000

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Passes requests on, and ends connections that pipe in too many, or go on sending what nobody reads. */
export function guardConnections(handle: Handle): Handle {
  const underWay = new WeakMap<object, number>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > REQUESTS_AT_ONCE) return void socket.destroy()
    underWay.set(socket, count)
    outgoing.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    outgoing.once('finish', () => {
      if (!incoming.complete) setTimeout(() => incoming.complete || socket.destroy(), REST_OF_BODY_MS).unref()
    })
    handle(incoming, outgoing)
  }
}

/** Ends connections on which nothing moves. */
export function endSilentConnections(server: Server) {
  server.timeout = SILENCE_LIMIT_MS
}

/**
 * Ends connections whose reader takes an answer slower than the floor for senders (bytes a second), so that those who
 * ask for files and do not read them cannot hold the memory that waits for them.
 */
export function endSlowReaders(
  server: Server,
  { windowMs = PACE_WINDOW_MS, floor = UPLOAD_SPEED_FLOOR }: { windowMs?: number; floor?: number } = {},
) {
  /** What each connection that had to wait at the last look had taken by then. */
  const waiting = new WeakMap<Socket, number>()
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const looking = setInterval(() => {
    for (const socket of open) {
      const { queued, taken } = progressOf(socket)
      const before = waiting.get(socket)
      if (queued === 0) waiting.delete(socket)
      else if (before !== undefined && taken - before < (floor * windowMs) / 1000) socket.destroy()
      else waiting.set(socket, taken)
    }
  }, windowMs)
  server.once('close', () => clearInterval(looking))
}

/** Bytes that the system has not taken off yet, and those that it has; a socket's own counts know whole writes only. */
function progressOf(socket: Socket) {
  const handle = (socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null })._handle
  const queued = handle?.writeQueueSize ?? 0
  return { queued, taken: (handle?.bytesWritten ?? 0) - queued }
}
