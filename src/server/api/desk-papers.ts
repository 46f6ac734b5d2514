import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { binPaper } from '#domain/catalogue/bin.server.ts'
import { listPapers } from '#domain/catalogue/browse.server.ts'
import { hasSamples, removeSamples } from '#domain/catalogue/samples.server.ts'
import { problem } from '#server/problem.ts'
import { newApi } from './api.ts'
import {
  answers,
  guarded,
  idSchema,
  paperPageSchema,
  paperQuerySchema,
  refuses,
  security,
} from './schemas.ts'

const tags = ['Administration']

const list = createRoute({
  method: 'get',
  path: '/papers',
  tags,
  security,
  summary: 'A page of papers, and whether sample papers are among all of them',
  request: { query: paperQuerySchema },
  responses: {
    200: answers('Twelve papers at most', paperPageSchema.extend({ samples: z.boolean() })),
    ...guarded,
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/papers/{id}',
  tags,
  security,
  summary: 'Deletes a paper and its files',
  request: { params: idSchema },
  responses: { 204: { description: 'Deleted' }, 404: refuses('There is no such paper'), ...guarded },
})

const clearSamples = createRoute({
  method: 'delete',
  path: '/samples',
  tags,
  security,
  summary: 'Deletes all sample papers',
  responses: { 200: answers('How many there were', z.object({ removed: z.number().int() })), ...guarded },
})

/** The catalogue as the administrator sees and changes it. */
export function deskPapersApi(app: App) {
  return newApi()
    .openapi(list, async (c) => {
      const { q, page, ...filter } = c.req.valid('query')
      const [papers, samples] = await Promise.all([listPapers(app, filter, { q, page }), hasSamples(app)])
      return c.json({ ...papers, samples }, 200)
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await binPaper(app, id, c.var.administrator))) {
        return problem(
          c,
          404,
          'paper-not-found',
          'There is no paper with this id; it may have been deleted already.',
        ) as never
      }
      app.log.info(
        { requestId: c.var.requestId, administrator: c.var.administrator.id, paper: id },
        'paper deleted',
      )
      return c.body(null, 204)
    })
    .openapi(clearSamples, async (c) => {
      const removed = await removeSamples(app, c.var.administrator)
      app.log.info(
        { requestId: c.var.requestId, administrator: c.var.administrator.id, removed },
        'samples deleted',
      )
      return c.json({ removed }, 200)
    })
}
