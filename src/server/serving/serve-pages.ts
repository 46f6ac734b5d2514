import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { CACHE_FOREVER } from '#domain/files/stored-file.ts'
import { openPicture } from '#domain/page-images/find-pages.server.ts'
import { PAGE_WIDTHS } from '#domain/page-images/page-image.ts'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

const NAME = /^([1-9]\d{0,3})-(\d{3,4})\.webp$/

/** Pictures of pages; a paper's new file gets new addresses, so each is cached for ever. */
export function pageRoutes(app: App) {
  return new Hono<HttpEnv>().get('/:id/pages/:tag/:name', async (c) => {
    const { id, tag, name } = c.req.param()
    const [, page, wide] = NAME.exec(name) ?? []
    const width = PAGE_WIDTHS.find((each) => String(each) === wide)
    const bytes = width ? await openPicture(app, { paperId: id, tag, page: Number(page), width }) : null
    if (!bytes) {
      return problem(
        c,
        404,
        'picture-not-found',
        'There is no picture of this page; the paper itself may be there.',
      )
    }
    const etag = `"${tag}-${page}-${wide}"`
    const headers = {
      'Cache-Control': CACHE_FOREVER,
      'Cross-Origin-Resource-Policy': 'same-origin',
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
    }
    if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const whole = { ...headers, 'Content-Type': 'image/webp', 'Content-Length': String(bytes.length) }
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, whole)
  })
}

function isKnown(known: string | undefined, etag: string) {
  return known?.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}
