import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { listReadings } from '#domain/reader/reprocess.server.ts'
import { newApi } from './api.ts'
import { answers, guarded, noQuery, refuses, security } from './schemas.ts'

const readings = createRoute({
  method: 'get',
  path: '/readings',
  tags: ['Administration'],
  security,
  summary: 'How many files wait for their pages to be drawn, and which cannot be drawn',
  request: { query: noQuery },
  responses: {
    200: answers(
      'Files that wait, and at most 100 papers whose file cannot be drawn, the last published first',
      z.object({
        waiting: z.number().int(),
        failed: z.array(z.object({ paperId: z.string(), title: z.string(), fault: z.string() })),
      }),
    ),
    422: refuses('A parameter is unknown'),
    ...guarded,
  },
})

/** What is read and drawn of papers' files. */
export function readingsApi(app: App) {
  return newApi().openapi(readings, async (c) => c.json(await listReadings(app), 200))
}
