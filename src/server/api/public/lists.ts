import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { pathOfList } from '#domain/bundles/bundle.server.ts'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { papersNotFound } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, noQuery, paperId, refuses } from '../schemas.ts'

const idsRule = `must be 1 to ${PICK_LIMIT} ids of papers`

const make = createRoute({
  method: 'post',
  path: '/',
  tags: ['Papers'],
  summary: 'The address of a page with these papers; nothing is stored for it',
  request: {
    query: noQuery,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.strictObject(
            { ids: z.array(paperId, idsRule).min(1, idsRule).max(PICK_LIMIT, idsRule) },
            'must be an object with ids',
          ),
        },
      },
    },
  },
  responses: {
    200: answers(
      'Where the page is, and which ids it leaves out',
      z.object({
        path: z.string().openapi({ example: '/list/9Z8CBAIa' }),
        missing: z.array(z.string()).openapi({ description: 'Ids of papers that are not there' }),
      }),
    ),
    404: refuses('None of the papers is there'),
    422: refuses('The ids are wrong or too many'),
  },
})

export function listsApi(app: App) {
  return newApi().openapi(make, async (c) => {
    const list = await pathOfList(app, c.req.valid('json').ids)
    if (list) return c.json(list, 200)
    return papersNotFound(c)
  })
}
