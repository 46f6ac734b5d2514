import { createContext } from 'react-router'
import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'

/** Bytes that many pages have in common: they are made and hashed once for all of them. */
export type SharedPart = { bytes: Buffer }

/** A page in the order in which it is sent. */
export type RenderedPage = (string | SharedPart)[]

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
  show: (page: RenderedPage) => void
}

export const pageContext = createContext<PageContext>()
