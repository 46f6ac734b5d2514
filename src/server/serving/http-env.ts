import type { HttpBindings } from '@hono/node-server'
import type { SignedInAdministrator } from '#domain/identity/administrator.ts'

/** Whom the page cache makes an answer for: it logs the request and counts its searches itself. */
export type CacheFill = {
  requestId: string
  /** Called when the request leaves the queue, before anything is read. */
  begin(): void
  searched(q: string, found: number): void
  /** Whether the kept page was drawn from the same data, so that nothing need be drawn. */
  isDrawn(source: string): boolean
}

export type HttpEnv = {
  Bindings: Partial<HttpBindings> & { cacheFill?: CacheFill }
  Variables: {
    requestId: string
    /** The client's address: the socket's, or what a trusted proxy says. Never what a client claims. */
    address: string
    /** The site's own origin as this request reached it, such as https://papers.example.in */
    siteOrigin: string
    searched: (q: string, found: number) => void
    /** Set by the guard at the root of /api/admin. */
    administrator: SignedInAdministrator
  }
}
