import { createContext } from 'react-router'
import type { App } from '#domain/app.ts'

/** What the HTTP side hands to loaders. */
export type PageContext = {
  app: App
  /** Marks this answer's own inline scripts in its Content-Security-Policy. */
  nonce: string
  cookie: string | null
  siteOrigin: string
}

export const pageContext = createContext<PageContext>()
