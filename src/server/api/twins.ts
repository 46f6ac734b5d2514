import { createRoute } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { findTwins } from '#domain/catalogue/twins.server.ts'
import { newApi } from './api.ts'
import { answers, guarded, refuses, security } from './schemas.ts'
import { twinQuestionsSchema, twinsSchema } from './tray-schemas.ts'

const twinsRoute = createRoute({
  method: 'post',
  path: '/twins',
  tags: ['Administration'],
  security,
  summary:
    'Which papers are there already: the same bytes, or the same paper by its fields; binned ones, too',
  request: {
    body: { required: true, content: { 'application/json': { schema: twinQuestionsSchema } } },
  },
  responses: {
    200: answers('Five at most for each key, those with the same bytes first', twinsSchema),
    422: refuses('A field is unknown or wrong'),
    ...guarded,
  },
})

/** Papers that are there already. */
export function twinsApi(app: App) {
  return newApi().openapi(twinsRoute, async (c) =>
    c.json({ twins: await findTwins(app, c.req.valid('json').files) }, 200),
  )
}
