import type { HttpBindings } from '@hono/node-server'
import type { SignedInAdministrator } from '#domain/identity/administrator.ts'

/** What the middleware has found out about a request before a route sees it. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The client's address: the socket's, or what a trusted proxy says. Never what a client claims. */
    address: string
    /** The site's own origin as this request reached it, such as https://papers.example.in */
    siteOrigin: string
    /** Takes note of an answered search, so that those that found nothing are counted; returns at once. */
    searched: (q: string, found: number) => void
    /** Set by the guard at the root of /api/admin. */
    administrator: SignedInAdministrator
  }
}
