import { createContext } from 'react-router'
import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'

export type PageContext = {
  app: App
  /** Marks this response's inline scripts in its Content-Security-Policy. */
  nonce: string
  cookie: string | null
  siteOrigin: string
  /** Of the address that was asked for. */
  language: Language
  /** Counts an answered search, for the report of those that found nothing; returns at once. */
  searched: (q: string, found: number) => void
  /** Logs what could not be read, so that the page lacks it; such a page is not cached. */
  failed: (error: unknown, message: string) => void
  /** Takes the page; the response has its status and headers alone. */
  show: (html: string) => void
}

export const pageContext = createContext<PageContext>()
