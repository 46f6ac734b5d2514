import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A request with any header, Host included; `fetch` sets some of its own and refuses others. */
export function rawRequest(
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A multipart body as bytes, so that it can be sent in pieces; parts are given as their headers and their bytes. */
export function multipart(parts: { headers: string; body: string | Uint8Array }[], { end = true } = {}) {
  const boundary = 'thervu-test-boundary'
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  if (end) pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) }
}

/** The multipart parts of an upload's fields and its file. */
export function parts(fields: Record<string, string>, file?: Uint8Array, fileName = 'paper.pdf') {
  return [
    ...Object.entries(fields).map(([name, body]) => ({
      headers: `Content-Disposition: form-data; name="${name}"`,
      body,
    })),
    ...(file
      ? [
          {
            headers: `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/pdf`,
            body: file,
          },
        ]
      : []),
  ]
}

/** The head of a POST, or of another method, with these headers, ready to be followed by pieces of its body. */
export function openPost(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method = 'POST',
): Promise<Socket> {
  const { hostname, port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      resolve(socket)
    })
    socket.on('error', reject)
  })
}

/** All that is answered to these bytes of one request; a connection that is not closed is ended by `Connection: close`. */
export async function rawText(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return await text(socket)
}

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
