import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { App } from '#domain/app.ts'
import { CACHE_FOREVER } from '#domain/files/stored-file.ts'
import { findAllLines, findLines, openPicture } from '#domain/page-images/find-pages.server.ts'
import { PAGE_WIDTHS } from '#domain/page-images/page-image.ts'
import { pageName, type Turn } from '#domain/page-turns/turn.ts'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

/** Built assets, and hidden files that an editor or a file manager leaves behind. */
const NOT_PUBLIC = /^assets\/|(^|\/)\.(?!well-known\/)/
/** Short: their names stay when their content changes. */
const CACHE = 'public, max-age=3600'

/** Handlers by path. Listed once at the start: no request's path is looked up on the disk. */
export function publicFiles(clientDir: string): Map<string, MiddlewareHandler<HttpEnv>> {
  const entries = readdirSync(clientDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const names = paths.map((path) => relative(clientDir, path).replaceAll('\\', '/'))
  return new Map(
    names
      .filter((name) => !NOT_PUBLIC.test(name))
      .map((name) => [`/${name}`, serveFile(join(clientDir, name))]),
  )
}

function serveFile(path: string): MiddlewareHandler<HttpEnv> {
  const { size, mtimeMs } = statSync(path)
  const tag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
  const serve = serveStatic<HttpEnv>({
    path,
    onFound(_path, c) {
      c.header('Cache-Control', CACHE)
      c.header('ETag', tag)
    },
  })
  return every(compress(), etag(), serve)
}

/** As `pageName` and `pictureName` make them. */
const NAME = /^([1-9]\d{0,3})(?:r(90|180|270))?-(\d{3,4})\.webp$/

const LINES = /^([1-9]\d{0,3})(?:r(90|180|270))?-lines\.json$/
/** Of all pages at once, for who keeps the paper. */
const ALL_LINES = 'lines.json'
/** What is recognised may come later than the picture. */
const CACHE_LINES = 'public, max-age=600'

/** Pictures of pages, and where which words are on them; a paper's new file gets new addresses, and a page that
 * is turned, so each picture is cached for ever. */
export function pageRoutes(app: App) {
  const compressed = compress()
  const routes = new Hono<HttpEnv>()
  routes.use('/:id/pages/:tag/:name', async (c, next) =>
    c.req.param('name').endsWith(ALL_LINES) ? await compressed(c, next) : await next(),
  )
  return routes
    .get(`/:id/pages/:tag/${ALL_LINES}`, async (c) => {
      const { id, tag } = c.req.param()
      const found = await findAllLines(app, { paperId: id, tag })
      if (!found) return problem(c, 404, 'pages-not-found', 'The paper has other pages by now, or none.')
      return c.json(found, 200, { 'Cache-Control': CACHE_LINES })
    })
    .get('/:id/pages/:tag/:name', async (c, next) => {
      const [, page, turn] = LINES.exec(c.req.param('name')) ?? []
      if (!page) return await next()
      const { id, tag } = c.req.param()
      const found = await findLines(app, { paperId: id, tag, page: Number(page), turn: turnOf(turn) })
      if (!found)
        return problem(c, 404, 'page-not-found', 'There is no such page; the paper itself may be there.')
      return c.json(found, 200, { 'Cache-Control': CACHE_LINES })
    })
    .get('/:id/pages/:tag/:name', async (c) => {
      const { id, tag, name } = c.req.param()
      const [, page, turn, wide] = NAME.exec(name) ?? []
      const width = PAGE_WIDTHS.find((each) => String(each) === wide)
      const asked = { paperId: id, tag, page: Number(page), turn: turnOf(turn) }
      const bytes = width ? await openPicture(app, { ...asked, width }) : null
      if (!bytes) return noPicture(c, 'There is no picture of this page; the paper itself may be there.')
      return sendPicture(c, bytes, `${tag}-${pageName(asked.page, asked.turn)}-${wide}`)
    })
}

/** WebP, or that the browser's copy is still right. `version` names it among all pictures. */
export function sendPicture(c: Context, bytes: Uint8Array, version: string, cacheControl = CACHE_FOREVER) {
  const headers = {
    'Cache-Control': cacheControl,
    'Cross-Origin-Resource-Policy': 'same-origin',
    ETag: `"${version}"`,
    'X-Content-Type-Options': 'nosniff',
  }
  if (isKnown(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers)
  const whole = { ...headers, 'Content-Type': 'image/webp', 'Content-Length': String(bytes.length) }
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, whole)
}

export function noPicture(c: Context, detail: string) {
  return problem(c, 404, 'picture-not-found', detail)
}

function turnOf(degrees = '0') {
  return Number(degrees) as Turn
}

function isKnown(known: string | undefined, etag: string) {
  return known?.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}
