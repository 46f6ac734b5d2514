import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { SignedInAdministrator } from '#domain/identity/account.ts'

const [OWN_PART] = /^.{24}/.exec(randomUUID()) ?? []
let requests = 0

/** Unlike that of any other request; its first part is this process's own. Counted, because a random one takes four times as long. */
export function createRequestId(): string {
  requests += 1
  return OWN_PART + requests.toString(16).padStart(12, '0')
}

/** In the queue: one behind each network that waits for the same answer; the first that is reached serves all. */
export type Place = {
  networks: Set<string>
  join(network: string): void
}

/** Whom the page cache makes an answer for: that one's request is logged, and its searches are counted. */
export type CacheFill = {
  requestId: string
  place: Place
  /** Called when the request leaves the queue, before anything is read. */
  begin(): void
  searched(q: string, found: number): void
}

export type HttpEnv = {
  Bindings: Partial<HttpBindings> & { cacheFill?: CacheFill }
  Variables: {
    requestId: string
    /** The status of an answer that has gone to the connection itself. */
    sent: number | undefined
    /** Sends the body to the connection itself once the head is written; resolves to whether all of it was read. */
    sendBody: ((outgoing: ServerResponse) => Promise<boolean>) | undefined
    /** Whether the page came from memory; undefined where none is kept there. */
    cache: 'hit' | 'miss' | undefined
    /** The client's address: the socket's, or what a trusted proxy says. Never what a client claims. */
    address: string
    /** The site's own origin as this request reached it, such as https://papers.example.in */
    siteOrigin: string
    searched: (q: string, found: number) => void
    /** Set by the guard at the root of /api/admin. */
    administrator: SignedInAdministrator
  }
}
