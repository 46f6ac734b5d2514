import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ListenOptions } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from '#domain/app.ts'
import { UPLOAD_TIME_LIMIT } from '#domain/files/upload-limits.ts'
import type { Config } from '../config.ts'
import type { NoteSearch } from '../middleware/answered-searches.ts'
import { namesTwoHosts } from '../middleware/client.ts'
import { serveCached } from '../page-cache/serve-cached.ts'
import { serveFiles } from '../stored-files/serve-files.ts'
import { dropRestOfBody, endStuckConnections, guardConnections, hasBody } from './guard-connections.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for late headers; its default would allow 40 s. */
const HEADERS_CHECK_MS = 2_000
export const DRAIN_LIMIT_MS = 30_000
/** Node's 511 overflow while a few pages are drawn for a crowd that comes at once; phones try again after 1, 3, 7 seconds. */
const CONNECTIONS_TO_ACCEPT = 4_096

export type Fetch = (request: Request, env?: object) => Response | Promise<Response>
/** The HTTP side, and the app as it sees it. */
export type Http = { fetch: Fetch; app: App }
export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void
/** Comes first; `next` goes on with the rest. */
export type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** What a server does with a request: the page cache, or `before` in its place, then the HTTP side. */
export function createHandle(
  { fetch, app }: Http,
  config: Config,
  note: NoteSearch,
  before?: Before,
): Handle {
  const answer = getRequestListener((request, env) => {
    const answered = fetch(request, env)
    const incoming = env.incoming as IncomingMessage
    return hasBody(incoming) ? afterBody(answered, incoming) : answered
  })
  const first = before ?? (config.pageCacheBytes > 0 ? serveCached(app, config, fetch, note) : passOn)
  const sendFile = serveFiles(app, config)
  const rest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const goOn = () => void answer(incoming, outgoing)
    if (incoming.url?.startsWith('/files/')) sendFile(incoming, outgoing, goOn)
    else goOn()
  }
  return guardConnections((incoming, outgoing) =>
    // No door but the last has a refusal to say.
    namesTwoHosts(incoming)
      ? void answer(incoming, outgoing)
      : first(incoming, outgoing, () => rest(incoming, outgoing)),
  )
}

async function afterBody(answered: Response | Promise<Response>, incoming: IncomingMessage) {
  const answer = await answered
  await dropRestOfBody(incoming)
  return answer
}

const passOn: Before = (_incoming, _outgoing, next) => next()

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
