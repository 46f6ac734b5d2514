import type { App } from '#domain/app.ts'
import { POLICIES } from '#domain/centre/texts/policies.ts'
import { offeredLanguages } from '#domain/centre/translations/offered-languages.ts'
import { inLanguage, type Language } from '#domain/language/languages.ts'
import {
  listAddresses,
  listParts,
  listShelves,
  PART_SIZE,
  type PaperAddress,
} from '#domain/lists/browse.server.ts'

const PAGES = [
  '/',
  '/practice',
  '/questions',
  '/questions/weightage',
  '/pricing',
  '/about',
  '/why-us',
  '/contact',
  ...POLICIES.map((policy) => `/${policy}`),
]

type Library = Pick<App, 'readDb' | 'lists' | 'centre'>

/** One file while all fits into it, else an index of such files. */
export async function sitemap(app: Library, origin: string, partSize = PART_SIZE): Promise<string> {
  const parts = await listParts(app, partSize)
  if (parts.length > 1) return indexOf(parts, origin)
  const [pages, ...papers] = await Promise.all([
    pagePaths(app),
    ...parts.map((part) => listAddresses(app, part, partSize)),
  ])
  return urlSet(await languagesOf(app), origin, [...pages, ...papers.flat()])
}

/** "pages.xml" or "papers-3.xml"; null for any other name and for a part without papers. */
export async function sitemapFile(
  app: Library,
  origin: string,
  name: string,
  partSize = PART_SIZE,
): Promise<string | null> {
  if (name === 'pages.xml') return urlSet(await languagesOf(app), origin, await pagePaths(app))
  const part = /^papers-([1-9]\d{0,8})\.xml$/.exec(name)?.[1]
  const papers = part === undefined ? [] : await listAddresses(app, Number(part), partSize)
  return papers.length > 0 ? urlSet(await languagesOf(app), origin, papers) : null
}

async function pagePaths(app: Library): Promise<Partial<PaperAddress>[]> {
  const shelves = await listShelves(app)
  const lists = shelves.map(({ type, grade }) => `/resources/${type}/${grade}/`)
  return [...PAGES, ...new Set(lists)].map((path) => ({ path }))
}

async function languagesOf(app: Library): Promise<Language[]> {
  return offeredLanguages((await app.centre.read()).centre)
}

function urlSet(languages: Language[], origin: string, pages: Partial<PaperAddress>[]) {
  const urls = pages.map(({ path = '', changedAt }): Xml => {
    const changed = changedAt === undefined ? [] : xml`<lastmod>${changedAt}</lastmod>`
    return xml`<url><loc>${origin}${path}</loc>${changed}${alternates(languages, origin, path)}</url>\n`
  })
  const names =
    alternates(languages, '', '').length > 0 ? xml` xmlns:xhtml="http://www.w3.org/1999/xhtml"` : []
  return documentOf(
    xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${names}>\n${urls}</urlset>`,
  )
}

/** The same page in each language; an entry of its own for each would be three times as long and say no more. */
function alternates(languages: Language[], origin: string, path: string): Xml[] {
  if (languages.length < 2) return []
  return languages.map(
    (language) =>
      xml`<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${inLanguage(path, language)}"/>`,
  )
}

function indexOf(parts: number[], origin: string) {
  const files = ['pages', ...parts.map((part) => `papers-${part}`)]
  const entries = files.map((name) => xml`<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>\n`)
  return documentOf(
    xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</sitemapindex>`,
  )
}

/** Built with the tag `xml`, which escapes all parts but other XML. */
type Xml = { xml: string }
type Part = Xml | string | number | readonly Part[]

export function xml(pieces: TemplateStringsArray, ...parts: Part[]): Xml {
  return { xml: pieces.reduce((whole, piece, at) => whole + written(parts[at - 1] ?? '') + piece) }
}

export function documentOf(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
}

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'xml' in part ? part.xml : part.map(written).join('')
}

/** Leaves out characters that XML 1.0 forbids even escaped (2.2). */
function escaped(text: string) {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
