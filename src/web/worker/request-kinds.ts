import { LANGUAGE_CODES, languageOfTag } from '#domain/language/languages.ts'
import { sheetId } from '#domain/questions/picked-question.ts'
import { isAdminPath } from '#web/is-admin-path.ts'

export type Asked = {
  method: string
  url: URL
  isNavigation: boolean
  /** Of the page that asks; null where there is none. */
  from: URL | null
}

/**
 * `offline-page`: the page of what is saved, or another that shows what is on the device · `page`: any other public page · `data`: what client-side navigation asks for
 * in place of one · `asset`: named by its content · `file`: a picture, text or PDF, which may be saved.
 */
export type Kind = 'offline-page' | 'page' | 'data' | 'asset' | 'file'

/** The server knows nothing of what they show: they are the same for all. */
export const DEVICE_PAGES: readonly string[] = ['/kept', '/practice/mine']

/** Null for whatever the worker leaves to the browser: the admin area, the API, other sites, all that writes. */
export function kindOf({ method, url, isNavigation, from }: Asked, origin: string): Kind | null {
  if (method !== 'GET' || url.origin !== origin || url.searchParams.has('sw')) return null
  const path = withoutPrefix(url.pathname)
  if (isAdminPath(path.replace(/\.data$/, '')) || path.startsWith('/api/')) return null
  if (isFile(path)) return 'file'
  if (from && from.origin === origin && isAdminPath(from.pathname) && !isNavigation) return null
  if (/^\/(assets|content)\//.test(path)) return 'asset'
  if (path.endsWith('.data')) return 'data'
  if (!isNavigation || /\.\w{2,11}$/.test(path)) return null
  return DEVICE_PAGES.includes(path) ? 'offline-page' : 'page'
}

/** "/ta/practice" → "/practice". */
function withoutPrefix(path: string): string {
  return path.slice(prefixOf(path).length) || '/'
}

/** The page of what is saved, in the language of the page at this path. */
export function offlinePageFor(path: string): string {
  return `${prefixOf(path)}/kept`
}

/** All that show what is on the device, in the language of the page at this path. */
export function devicePagesFor(path: string): string[] {
  return DEVICE_PAGES.map((page) => prefixOf(path) + page)
}

/** The messages of the page's language, of all files that are named after their language. */
export function messagesFor(path: string, all: readonly string[]): string[] {
  const language = prefixOf(path).slice(1) || 'en'
  return all.filter((file) => file.startsWith(`/assets/${language}-`))
}

/** Also of languages that this version does not show yet: a worker may be older than the site. */
function prefixOf(path: string): string {
  return PREFIX.exec(path)?.[0] ?? ''
}

const PREFIX = new RegExp(`^/(?:${LANGUAGE_CODES.slice(1).join('|')})(?=/|$)`)

/**
 * Where a page or a file leads that cannot be reached: to its saved paper, else to what is saved, in the language of the
 * page at `from`.
 */
export function insteadOf(url: URL, saved: string | null, from = url.pathname): string {
  const path = withoutPrefix(url.pathname)
  const params = new URLSearchParams()
  const words = url.searchParams.get('q')
  const [, of, code = ''] = /^\/(papers|worksheet)\/([\w-]+)\/sit$/.exec(path) ?? []
  if (of) {
    const sheet = { set: url.searchParams.get('set'), seed: url.searchParams.get('seed') ?? 1 }
    const sat = of === 'papers' ? code : sheetId(code, sheet)
    // The device may have its sitting, also where the paper is not saved.
    params.set('paper', sat)
    params.set('sit', url.searchParams.get('sitting') ?? '')
  } else if (saved) params.set('paper', saved)
  else if (words) params.set('q', words)
  else params.set('unreached', path)
  return `${offlinePageFor(from)}?${params}`
}

/** The paper whose page this is; null for other pages. */
export function paperOf(path: string): string | null {
  return /^\/papers\/([a-z0-9-]{1,40})(?:\/|$)/.exec(withoutPrefix(path))?.[1] ?? null
}

/** The page whose data client-side navigation asks for: "/practice.data?q=a&_routes=b" → "/practice?q=a". */
export function pageOfData(url: URL): URL {
  const page = new URL(url)
  page.pathname = page.pathname.replace(/(?:(?<=\/)_)?\.data$/, '')
  page.searchParams.delete('_routes')
  return page
}

export function isFile(path: string) {
  return path.startsWith('/files/') || /^\/papers\/[^/]+\/pages\//.test(path)
}

const FILES = /\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g

/** What a page of the site cannot start without: its code, letters and what the centre says of itself. */
export function neededBy(html: string): string[] {
  const [, digest] = /<html[^>]* data-content="([\w-]{22})"/.exec(html) ?? []
  const language = languageOfTag(/<html[^>]* lang="([\w-]+)"/.exec(html)?.[1] ?? '')
  const query = language === 'en' ? '' : `?language=${language}`
  return [...new Set(html.match(FILES) ?? []), ...(digest ? [`/content/${digest}.json${query}`] : [])]
}

/** Public answers only; a page with a session says `private` or `no-store`. */
export function mayBeStored({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 200 && !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')
}
