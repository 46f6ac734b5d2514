import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { App } from '#domain/app.ts'
import { ICONS, type IconName, type Picture } from '#domain/centre/pictures/drawn-pictures.ts'
import { publicContent } from '#domain/centre/versions/public-content.server.ts'
import { inLanguage, type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { findPaper } from '#domain/lists/browse.server.ts'
import { limitConcurrency } from '#server/middleware/limit-concurrency.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { paperNotFound } from '#server/serving/not-found.ts'
import { problem } from '#server/serving/problem.ts'
import { feed } from './feed.ts'
import { deskManifest, manifest } from './manifest.ts'
import { sitemap, sitemapFile } from './sitemap.ts'

/** One in each language. */
const OF_EACH = ['/feed.xml', '/manifest.webmanifest']
const SHARED = ['/share.png', '/papers/:id/share.png']

const AN_HOUR = 'public, max-age=3600'
const A_DAY = 'public, max-age=86400'
/** Of the thirty in the queue; a messenger asks for one. */
const PICTURES_AT_ONCE = 6
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
    send(c, 'application/manifest+json; charset=utf-8', JSON.stringify(deskManifest(await centre()))),
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
  return problem(c, 503, 'many-pictures', 'Many pictures are being drawn; try again in a few seconds.', {
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
