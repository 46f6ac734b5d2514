import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import { palettesOf } from '#domain/centre/palette.ts'
import { ICONS, type IconName, type Picture } from '#domain/centre/pictures/given-pictures.ts'
import { logoMark } from '#domain/centre/pictures/site-picture.ts'
import { publicContent } from '#domain/centre/versions/content-cache.server.ts'
import { type Labels, labelsOf } from '#domain/language/labels.ts'
import { inLanguage, LANGUAGES, type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { findPaper, papersAddedLast } from '#domain/lists/browse.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { type Paper, PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { limitConcurrency } from '#server/middleware/limit-concurrency.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { paperNotFound, problem } from '#server/serving/problem.ts'
import { documentOf, sitemap, sitemapFile, xml } from './sitemap.ts'

const ENTRIES = 30

async function feed(
  app: Pick<App, 'readDb' | 'clock'>,
  origin: string,
  centre: Pick<Centre, 'name' | 'description' | 'pictures'>,
  language: Language,
): Promise<string> {
  const address = (path: string) => origin + inLanguage(path, language)
  const papers = await papersAddedLast(app, ENTRIES)
  const changed = papers.map(({ changedAt }) => changedAt).sort()
  const updated = changed.at(-1) ?? `${app.clock.now().toISOString().slice(0, 10)}T00:00:00Z`
  return documentOf(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGES[language].tag}">
<id>${address('/feed.xml')}</id>
<title>${messagesOf(language).feed_title()} · ${centre.name}</title>
<subtitle>${centre.description}</subtitle>
<updated>${updated}</updated>
<author><name>${centre.name}</name><uri>${origin}/</uri></author>
<link rel="self" type="application/atom+xml" href="${address('/feed.xml')}"/>
<link rel="alternate" type="text/html" href="${address('/practice')}"/>
<icon>${origin}/favicon.ico${logoMark(centre)}</icon>
<logo>${origin}/share.png${logoMark(centre)}</logo>
${papers.map((paper) => entry(paper, origin, { page: address(paperPath(paper)), language }))}</feed>`)
}

/** Without the title in its id a paper stays the same entry when its title is corrected. */
function entry(
  paper: Paper & { publishedAt: string; changedAt: string },
  origin: string,
  { page, language }: { page: string; language: Language },
) {
  const labels = labelsOf(language)
  return xml`<entry>
<id>${origin}/papers/${paper.id}</id>
<title>${labels.fullTitle(paper)}</title>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="enclosure" type="application/pdf" length="${paper.size}" href="${origin}${paper.link}"/>
<published>${paper.publishedAt}</published>
<updated>${paper.changedAt}</updated>
<summary>${factsOf(paper, language)}</summary>
${categoriesOf(paper, labels).map((term) => xml`<category term="${term}"/>\n`)}</entry>
`
}

/** "CBSE Class 12, Mathematics, March 2024. PDF · 8 pages · 372 KB. With answers." */
function factsOf(paper: Paper, language: Language) {
  const labels = labelsOf(language)
  const facts = [...categoriesOf(paper, labels), labels.monthOf(paper)].join(', ')
  const answers = paper.referenceLink ? ` ${messagesOf(language).answers_with()}.` : ''
  return `${facts}. ${labels.weight(paper)}.${answers}`
}

function categoriesOf({ type, grade, subject }: Paper, labels: Labels) {
  const isExam = grade === PREVIOUS_YEARS
  const level = isExam ? labels.degree(type, grade) : `${labels.type(type)} ${labels.grade(grade)}`
  return subject === 'all' ? [level] : [level, labels.subject(subject)]
}

/** One in each language. */
const OF_EACH = ['/feed.xml', '/manifest.webmanifest']
const SHARED = ['/share.png', '/papers/:id/share.png']

const AN_HOUR = 'public, max-age=3600'
const A_DAY = 'public, max-age=86400'
/** Of the thirty in the queue; a messenger asks for one. */
const PICTURES_AT_ONCE = 6
const HALF_A_YEAR_MS = 182 * 24 * 60 * 60 * 1000
const XML = 'application/xml; charset=utf-8'

/** What search engines, feed readers, messengers and phones read: no pages, so not in routes.ts. */
export function seoRoutes(app: App) {
  const routes = new Hono<HttpEnv>()
  const centre = async (language: Language = 'en') =>
    publicContent((await app.centre.read()).centre, language).centre
  const send = (c: Context<HttpEnv>, type: string, body: string) =>
    c.body(body, 200, { 'Content-Type': type, 'Cache-Control': AN_HOUR })
  for (const path of [
    '/sitemap.xml',
    '/sitemaps/*',
    '/robots.txt',
    '/.well-known/security.txt',
    ...SHOWN_LANGUAGES.flatMap((language) => OF_EACH.map((path) => inLanguage(path, language))),
    '/admin/manifest.webmanifest',
    '/favicon.svg',
  ]) {
    routes.use(path, compress(), etag())
  }
  for (const path of [
    ...SHOWN_LANGUAGES.flatMap((language) => SHARED.map((path) => inLanguage(path, language))),
    ...Object.keys(ICONS).map((name) => `/${name}`),
  ]) {
    routes.use(path, etag())
  }
  routes.get('/sitemap.xml', async (c) => send(c, XML, await sitemap(app, c.var.siteOrigin)))
  routes.get('/sitemaps/:file', async (c) => {
    const text = await sitemapFile(app, c.var.siteOrigin, c.req.param('file'))
    return text === null ? problem(c, 404, 'not-found', 'There is no such sitemap.') : send(c, XML, text)
  })
  routes.get('/robots.txt', (c) => send(c, 'text/plain; charset=utf-8', robots(c.var.siteOrigin)))
  routes.get('/.well-known/security.txt', async (c) => {
    const text = securityTxt(c.var.siteOrigin, await centre(), app.clock.now())
    return send(c, 'text/plain; charset=utf-8', text)
  })
  const oneAddress = limitConcurrency(PICTURES_AT_ONCE, tryLater)
  for (const language of SHOWN_LANGUAGES) {
    routes.get(inLanguage('/feed.xml', language), async (c) =>
      send(
        c,
        'application/atom+xml; charset=utf-8',
        await feed(app, c.var.siteOrigin, await centre(language), language),
      ),
    )
    routes.get(inLanguage('/manifest.webmanifest', language), async (c) =>
      send(
        c,
        'application/manifest+json; charset=utf-8',
        JSON.stringify(manifest(await centre(language), language)),
      ),
    )
    const shareOf = (path: string) => inLanguage(path, language)
    routes.get(shareOf('/share.png'), async (c) => show(c, await app.pictures.ofCentre(language)))
    routes.get(shareOf('/papers/:id/share.png'), oneAddress, async (c) => {
      const paper = await findPaper(app, c.req.param('id') ?? '')
      if (!paper) return paperNotFound(c)
      return show(c, await app.pictures.ofPaper(paper, language))
    })
  }
  routes.get('/admin/manifest.webmanifest', async (c) =>
    send(c, 'application/manifest+json; charset=utf-8', JSON.stringify(adminManifest(await centre()))),
  )
  routes.get('/favicon.svg', async (c) => send(c, 'image/svg+xml; charset=utf-8', await app.pictures.sign()))
  for (const name of Object.keys(ICONS) as IconName[]) {
    routes.get(`/${name}`, async (c) => show(c, await app.pictures.icon(name)))
  }
  return routes
}

/** Messengers show the picture in previews of their own. */
function show(c: Context<HttpEnv>, picture: Picture | null) {
  if (!picture) return tryLater(c)
  return c.body(picture.bytes, 200, {
    'Content-Type': picture.contentType,
    'Content-Length': String(picture.bytes.byteLength),
    'Cache-Control': A_DAY,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

function tryLater(c: Context<HttpEnv>) {
  return problem(c, 503, 'many-pictures', 'Many pictures are being prepared; try again in a few seconds.', {
    retryAfter: 5,
  })
}

function robots(origin: string) {
  return `User-agent: *
Disallow: /admin
Disallow: /login
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`
}

/** Whom to tell of a hole (RFC 9116). It must end within a year; each answer ends half a year from its day. */
function securityTxt(origin: string, { contacts }: Pick<Centre, 'contacts'>, now: Date) {
  const day = new Date(now.getTime() + HALF_A_YEAR_MS).toISOString().slice(0, 10)
  return `Contact: mailto:${contacts.email}
Expires: ${day}T00:00:00.000Z
Preferred-Languages: en, ta, hi
Canonical: ${origin}/.well-known/security.txt
Policy: ${origin}/privacy
`
}

function manifest(
  centre: Pick<Centre, 'name' | 'place' | 'description' | 'colours' | 'pictures'>,
  language: Language,
): object {
  const { paper } = palettesOf(centre).light
  return {
    id: '/practice',
    name: `${centre.name}: ${centre.place}`,
    short_name: centre.name,
    description: centre.description,
    lang: LANGUAGES[language].tag,
    dir: 'ltr',
    start_url: inLanguage('/practice', language),
    scope: '/',
    display: 'standalone',
    // With a back button, where the browser has one: papers open alongside the site.
    display_override: ['minimal-ui'],
    background_color: paper,
    theme_color: paper,
    categories: ['education'],
    icons: icons(centre),
    shortcuts: [{ name: messagesOf(language).offline_title(), url: inLanguage('/kept', language) }],
  }
}

/** The admin area as an app that takes shared PDFs and photos (W3C, Web Share Target); share-worker.ts receives them. */
function adminManifest(centre: Pick<Centre, 'name' | 'colours' | 'pictures'>): object {
  const { paper } = palettesOf(centre).light
  return {
    id: '/admin',
    name: `${centre.name}: Admin`,
    short_name: 'Admin',
    description: 'Upload papers, correct them and set prices.',
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: icons(centre),
    shortcuts: [
      { name: 'Many files', url: '/admin/upload' },
      { name: 'Photos of a paper', url: '/admin/photos' },
    ],
    share_target: {
      action: '/admin/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['application/pdf', '.pdf', 'image/*'] }] },
    },
  }
}

function icons(centre: Pick<Centre, 'pictures'>) {
  const mark = logoMark(centre)
  const rendered = Object.entries(ICONS)
    .filter(([name]) => name.startsWith('icon-'))
    .map(([name, { side, ground }]) => ({
      src: `/${name}${mark}`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: ground === 'maskable' ? 'maskable' : 'any',
    }))
  return [...rendered, { src: `/favicon.svg${mark}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
}
