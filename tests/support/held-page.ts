import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to the site on which pages stop at these letters until they are released. */
export async function openHeldPage(
  site: string,
  until: string,
): Promise<{ origin: string; release(): void; close(): Promise<void> }> {
  const released = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '/', method = 'GET' }, response) => {
    const answer = await fetch(site + url, { method })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'Content-Type': type })
    if (!type.startsWith('text/html')) return response.end(await answer.bytes())
    const html = await answer.text()
    const at = html.indexOf(until)
    response.write(html.slice(0, at))
    await released.promise
    response.end(html.slice(at))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: released.resolve,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
