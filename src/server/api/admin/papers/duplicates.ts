import { createRoute } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { findDuplicates } from '#domain/duplicates/find-duplicates.server.ts'
import { newApi } from '#server/api/api.ts'
import { answers, guarded, refuses, security } from '#server/api/schemas.ts'
import { duplicateQuestionsSchema, duplicatesSchema } from '../inbox/inbox-schemas.ts'

const duplicatesRoute = createRoute({
  method: 'post',
  path: '/duplicates',
  tags: ['Administration'],
  security,
  summary:
    'Which papers are there already: the same bytes, or the same paper by its fields; binned ones, too',
  request: {
    body: { required: true, content: { 'application/json': { schema: duplicateQuestionsSchema } } },
  },
  responses: {
    200: answers('Five at most for each key, those with the same bytes first', duplicatesSchema),
    422: refuses('A field is unknown or wrong'),
    ...guarded,
  },
})

/** Papers that are there already. */
export function duplicatesApi(app: App) {
  return newApi().openapi(duplicatesRoute, async (c) =>
    c.json({ duplicates: await findDuplicates(app, c.req.valid('json').files) }, 200),
  )
}
