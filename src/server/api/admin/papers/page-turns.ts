import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { MAX_PAGES } from '#domain/files/inspect-pdf.ts'
import { findTurns, turnPages } from '#domain/page-images/turn-pages.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, noQuery } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { noPaper } from './answer-revision.ts'

const pageRule = 'must be the number of a page, or null for all pages'
const turned = z.strictObject({ page: z.int(pageRule).min(1, pageRule).max(MAX_PAGES, pageRule).nullable() })

/** Turns pages of a paper by a quarter to the right, and says how they are turned. */
export function pageTurnsApi(app: App) {
  const param = valid('param', idSchema)
  return new Hono<HttpEnv>()
    .get('/papers/:id/page-turns', param, valid('query', noQuery), async (c) => {
      const found = await findTurns(app, c.req.valid('param').id)
      return found ? c.json(found, 200) : noPaper(c)
    })
    .post('/papers/:id/page-turns', param, valid('json', turned), async (c) => {
      const { id } = c.req.valid('param')
      const { page } = c.req.valid('json')
      const isTurned = await turnPages(app, id, page, c.var.administrator)
      const found = await findTurns(app, id)
      if (!found) return noPaper(c)
      if (!isTurned)
        return problem(
          c,
          422,
          'no-such-page',
          `This paper has no page ${page}: it ends at ${found.sizes.length}.`,
          {
            field: 'page',
          },
        )
      const { requestId, administrator } = c.var
      app.log.info({ requestId, administrator: administrator.id, paper: id, page }, 'pages turned')
      return c.json(found, 200)
    })
}
