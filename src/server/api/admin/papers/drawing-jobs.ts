import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { listJobs, retryFailed } from '#domain/page-images/reprocess.server.ts'
import { valid } from '#server/api/api.ts'
import { noQuery } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

export function drawingJobsApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/drawing-jobs', valid('query', noQuery), async (c) => c.json(await listJobs(app), 200))
    .post('/drawing-jobs', valid('query', noQuery), async (c) => {
      await retryFailed(app)
      const { requestId, administrator } = c.var
      app.log.info(
        { requestId, administrator: administrator.id },
        'files that could not be drawn are tried again',
      )
      return c.json(await listJobs(app), 200)
    })
}
