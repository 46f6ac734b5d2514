import { createContext } from 'react-router'
import type { App } from '#domain/app.ts'

/** What the HTTP side hands to loaders. */
export type PageContext = {
  app: App
  /** Marks this answer's own inline scripts in its Content-Security-Policy. */
  nonce: string
  cookie: string | null
  siteOrigin: string
  /** Takes note of an answered search, so that those that found nothing are counted; returns at once. */
  searched: (q: string, found: number) => void
}

export const pageContext = createContext<PageContext>()
