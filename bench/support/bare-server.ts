import { createServer } from 'node:http'

/** The child of bare-site.ts: node:http answering from memory, with the headers of one of the site's pages. */
const body = Buffer.alloc(Number(process.env.BODY_BYTES), 'a')
const headers = { ...JSON.parse(process.env.HEADERS ?? '{}'), 'content-length': String(body.length) }
const server = createServer((_incoming, outgoing) => {
  outgoing.writeHead(200, headers)
  outgoing.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
process.once('disconnect', () => process.exit())
