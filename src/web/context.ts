import { createContext } from 'react-router'
import type { App } from '#domain/app.ts'

export type PageContext = {
  app: App
  /** Marks this response's inline scripts in its Content-Security-Policy. */
  nonce: string
  cookie: string | null
  siteOrigin: string
  /** Counts an answered search, for the report of those that found nothing; returns at once. */
  searched: (q: string, found: number) => void
  /** Logs what could not be read, so that the page lacks it; such a page is not cached. */
  failed: (error: unknown, message: string) => void
}

export const pageContext = createContext<PageContext>()
