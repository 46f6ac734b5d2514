import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { findDeskPaper, listDeskPapers, listFound } from '#domain/desk-list/desk-list.server.ts'
import { DESK_SHOWS, DESK_SORTS } from '#domain/paper/desk-paper.ts'
import { removeSamples } from '#domain/samples/samples.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, noQuery, paperQuerySchema } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { noPaper } from './answer-revision.ts'

const listQuery = paperQuerySchema.extend({
  show: z.enum(DESK_SHOWS, `must be one of ${DESK_SHOWS.join(', ')}`).optional(),
  sort: z.enum(DESK_SORTS, `must be one of ${DESK_SORTS.join(', ')}`).optional(),
})
const foundQuery = listQuery.omit({ sort: true, page: true }).strict()

export function deskPapersApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/papers', valid('query', listQuery), async (c) => {
      const { q, sort, page, ...filter } = c.req.valid('query')
      return c.json(await listDeskPapers(app, filter, { q, sort, page }), 200)
    })
    .get('/found', valid('query', foundQuery), async (c) => {
      const { q, ...filter } = c.req.valid('query')
      return c.json(await listFound(app, filter, q), 200)
    })
    .get('/papers/:id', valid('param', idSchema), valid('query', noQuery), async (c) => {
      const paper = await findDeskPaper(app, c.req.valid('param').id)
      return paper ? c.json(paper, 200) : noPaper(c)
    })
    .delete('/samples', async (c) => {
      const { requestId, administrator } = c.var
      const removed = await removeSamples(app, administrator)
      app.log.info({ requestId, administrator: administrator.id, removed }, 'samples deleted')
      return c.json({ removed }, 200)
    })
}
