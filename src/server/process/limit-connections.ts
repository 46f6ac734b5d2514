import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../middleware/network-of.ts'
import { isAnswering } from './guard-connections.ts'

/** Each takes some 10 KB of memory while it is idle. */
const CONNECTION_LIMIT = 4_096

/** At the limit, a newcomer takes the place of the oldest idle connection of the network that holds most. */
export function limitConnections(server: Server, most = CONNECTION_LIMIT): void {
  const byNetwork = new Map<string, Set<Socket>>()
  let open = 0

  function oldestIdle(): Socket | undefined {
    const networks = [...byNetwork.values()].toSorted((a, b) => b.size - a.size)
    for (const sockets of networks)
      for (const socket of sockets) if (!socket.destroyed && !isAnswering(socket)) return socket
    return undefined
  }

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    // The newcomer itself, when all others are being answered.
    if (open >= most) (oldestIdle() ?? socket).destroy()
    if (socket.destroyed) return
    open += 1
    const own = byNetwork.get(network) ?? new Set()
    byNetwork.set(network, own.add(socket))
    socket.once('close', () => {
      open -= 1
      own.delete(socket)
      if (own.size === 0) byNetwork.delete(network)
    })
  })
}
