import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ListenOptions } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { UPLOAD_TIME_LIMIT } from '#domain/files/upload-limits.ts'
import { dropRestOfBody, endStuckConnections, guardConnections, hasBody } from './guard-connections.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for late headers; its default would allow 40 s. */
const HEADERS_CHECK_MS = 2_000
export const DRAIN_LIMIT_MS = 30_000
/** Node's 511 overflow while a few pages are rendered for many visitors that come at once; phones try again after 1, 3, 7 seconds. */
const CONNECTIONS_TO_ACCEPT = 4_096

export type Fetch = (request: Request, env?: object) => Response | Promise<Response>
type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void
/** Comes first; `next` goes on with the rest. */
export type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** What a server does with a request: the HTTP side answers, after `before`. */
export function createHandle(fetch: Fetch, before?: Before): Handle {
  const answer = getRequestListener(async (request, env) => {
    const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
    const answered = await fetch(request, env)
    if (hasBody(incoming)) await dropRestOfBody(incoming)
    return outgoing.headersSent ? sentAlready() : answered
  })
  const handle: Handle = (incoming, outgoing) => void answer(incoming, outgoing)
  return guardConnections(
    before ? (incoming, outgoing) => before(incoming, outgoing, () => handle(incoming, outgoing)) : handle,
  )
}

/** What the page cache and files wrote to the connection themselves: node-server leaves only Node's own kind of response alone. */
function sentAlready() {
  // Makes it one of those.
  void RESPONSE_ALREADY_SENT.body
  return RESPONSE_ALREADY_SENT
}

/** Throws when the port or address cannot be used. */
export async function listen(handle: Handle, where: ListenOptions): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_CHECK_MS,
      requestTimeout: UPLOAD_TIME_LIMIT + HEADERS_TIMEOUT_MS,
      keepAliveTimeout: 10_000,
      // Most requests have no body, and need no stream that ends.
      optimizeEmptyRequests: true,
    },
    handle,
  )
  endStuckConnections(server)
  server.listen({ backlog: CONNECTIONS_TO_ACCEPT, ...where })
  await once(server, 'listening')
  return server
}

/** Lets running requests end, 30 s at most. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  const idle = setInterval(() => server.closeIdleConnections(), 200)
  await closed
  clearTimeout(late)
  clearInterval(idle)
}
