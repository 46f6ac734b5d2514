import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests of one connection that may be under way at once. Browsers send one; Node begins all that are piped in. */
const REQUESTS_AT_ONCE = 16
/** A body that goes on arriving after its request was answered is listened to this long. */
const REST_OF_BODY_MS = 2_000
/** A connection on which nothing moves in either direction is given up; longer than any inspection takes. */
const SILENCE_LIMIT_MS = 120_000

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
