import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { listJobs, retryFailed } from '#domain/page-images/reprocess.server.ts'
import { newApi } from '#server/api/api.ts'
import { answers, guarded, noQuery, refuses, security } from '#server/api/schemas.ts'

const responses = {
  200: answers(
    'Files that wait, and at most 100 papers whose file cannot be drawn, the last published first',
    z.object({
      waiting: z.number().int(),
      failed: z.array(z.object({ paperId: z.string(), title: z.string(), fault: z.string() })),
    }),
  ),
  422: refuses('A parameter is unknown'),
  ...guarded,
}
const common = {
  path: '/drawing-jobs' as const,
  tags: ['Administration'],
  security,
  request: { query: noQuery },
  responses,
}

const readings = createRoute({
  ...common,
  method: 'get',
  summary: 'How many files wait for their pages to be drawn, and which cannot be drawn',
})

const retry = createRoute({
  ...common,
  method: 'post',
  summary: 'Has all files that could not be drawn tried again; answers what waits then',
})

/** What is read and drawn of papers' files. */
export function drawingJobsApi(app: App) {
  return newApi()
    .openapi(readings, async (c) => c.json(await listJobs(app), 200))
    .openapi(retry, async (c) => {
      await retryFailed(app)
      const { requestId, administrator } = c.var
      app.log.info(
        { requestId, administrator: administrator.id },
        'files that could not be drawn are tried again',
      )
      return c.json(await listJobs(app), 200)
    })
}
