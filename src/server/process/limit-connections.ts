import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../middleware/network-of.ts'
import { isAnswering } from './guard-connections.ts'

/** Each takes some 10 KB of memory while it is idle. */
const CONNECTION_LIMIT = 4_096

/** At the limit, a newcomer takes the place of the oldest idle connection of the network that holds most. Nobody goes for
 * a network that holds more than theirs. */
export function limitConnections(server: Server, most = CONNECTION_LIMIT): void {
  const byNetwork = new Map<string, Set<Socket>>()
  let open = 0

  function forget(network: string, socket: Socket) {
    const sockets = byNetwork.get(network)
    if (!sockets?.delete(socket)) return
    open -= 1
    if (sockets.size === 0) byNetwork.delete(network)
  }

  /** For one of a network that holds so many; false when all others are being answered, or are of networks that hold fewer. */
  function makeRoom(held: number): boolean {
    const networks = [...byNetwork].filter(([, { size }]) => size >= held)
    for (const [network, sockets] of networks.toSorted(([, one], [, other]) => other.size - one.size)) {
      for (const socket of sockets) {
        if (isAnswering(socket)) continue
        // Counted no more before it is closed: several may come in one turn.
        forget(network, socket)
        socket.destroy()
        return true
      }
    }
    return false
  }

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (open >= most && !makeRoom(byNetwork.get(network)?.size ?? 0)) return void socket.destroy()
    open += 1
    const own = byNetwork.get(network) ?? new Set()
    byNetwork.set(network, own.add(socket))
    socket.once('close', () => forget(network, socket))
  })
}
