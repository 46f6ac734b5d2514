import { connect, createServer, type Socket } from 'node:net'

/** A line to a site that lets `bytes` of what the browser sends pass on each connection, and then holds the rest. */
export async function openSlowLine(
  origin: string,
  bytes: number,
): Promise<{ origin: string; close(): void }> {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let passed = 0
    near.on('data', (chunk) => {
      passed += chunk.length
      far.write(chunk)
      if (passed > bytes) near.pause()
    })
    far.pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
