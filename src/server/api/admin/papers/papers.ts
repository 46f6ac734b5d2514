import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { findDeskPaper, listDeskPapers, listFound } from '#domain/desk-list/desk-list.server.ts'
import { DESK_SHOWS, DESK_SORTS } from '#domain/paper/desk-paper.ts'
import { removeSamples } from '#domain/samples/samples.server.ts'
import { newApi } from '#server/api/api.ts'
import { facetCountsSchema } from '#server/api/public/found-schemas.ts'
import {
  answers,
  guarded,
  idSchema,
  noQuery,
  paperPageSchema,
  paperQuerySchema,
  paperSchema,
  refuses,
  security,
} from '#server/api/schemas.ts'
import { deskPaperSchema, noPaper } from './paper-schemas.ts'

const tags = ['Administration']

const deskPageSchema = paperPageSchema
  .extend({
    papers: z.array(deskPaperSchema),
    samples: z.boolean().openapi({ description: 'Whether there are sample papers at all' }),
    binned: z.number().int().openapi({ description: 'How many papers are in the bin' }),
    facets: facetCountsSchema,
  })
  .openapi('DeskPage')

const deskQuerySchema = paperQuerySchema.extend({
  show: z.enum(DESK_SHOWS, `must be one of ${DESK_SHOWS.join(', ')}`).optional(),
  sort: z.enum(DESK_SORTS, `must be one of ${DESK_SORTS.join(', ')}`).optional(),
})

const list = createRoute({
  method: 'get',
  path: '/papers',
  tags,
  security,
  summary: 'A page of the desk’s list: published papers, or the bin',
  request: { query: deskQuerySchema },
  responses: {
    200: answers('Twelve papers at most', deskPageSchema),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

const found = createRoute({
  method: 'get',
  path: '/found',
  tags,
  security,
  summary: 'All papers that the desk’s list finds, to be chosen together',
  request: { query: deskQuerySchema.omit({ sort: true, page: true }).strict() },
  responses: {
    200: answers(
      '10,000 papers at most, of a search 2,000',
      z.object({
        papers: z.array(
          paperSchema.pick({ id: true, type: true, grade: true, subject: true, month: true, year: true }),
        ),
        more: z.boolean().openapi({ description: 'Whether others are found' }),
      }),
    ),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

const one = createRoute({
  method: 'get',
  path: '/papers/{id}',
  tags,
  security,
  summary: 'One paper, published or in the bin',
  request: { params: idSchema, query: noQuery },
  responses: {
    200: answers('The paper', deskPaperSchema),
    404: refuses('There is no such paper'),
    ...guarded,
  },
})

const clearSamples = createRoute({
  method: 'delete',
  path: '/samples',
  tags,
  security,
  summary: 'Deletes all sample papers for good',
  responses: { 200: answers('How many there were', z.object({ removed: z.number().int() })), ...guarded },
})

/** The catalogue as the administrator sees it. */
export function deskPapersApi(app: App) {
  return newApi()
    .openapi(list, async (c) => {
      const { q, sort, page, ...filter } = c.req.valid('query')
      return c.json(await listDeskPapers(app, filter, { q, sort, page }), 200)
    })
    .openapi(found, async (c) => {
      const { q, ...filter } = c.req.valid('query')
      return c.json(await listFound(app, filter, q), 200)
    })
    .openapi(one, async (c) => {
      const paper = await findDeskPaper(app, c.req.valid('param').id)
      return paper ? c.json(paper, 200) : (noPaper(c) as never)
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
