import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut and restored: `refuse` ends all connections, `swallow` lets nothing through. */
export async function openLine(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let state: 'open' | 'refusing' | 'swallowing' = 'open'
  const server = createServer((incoming) => {
    if (state === 'refusing') return void incoming.destroy()
    const outgoing = connect(to)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => void (state === 'open' && other.write(bytes)))
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    refuse() {
      state = 'refusing'
      end()
    },
    swallow() {
      state = 'swallowing'
    },
    /** Connections that were held up end, as after a cable was pulled for long. */
    restore() {
      state = 'open'
      end()
    },
    async close() {
      end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
