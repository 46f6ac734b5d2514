import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { listJobs, retryFailed } from '#domain/page-images/reprocess.server.ts'
import { listUnread, readFailedAgain } from '#domain/recognition/failed-pages.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, noQuery } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

/** Papers whose pages wait to be drawn, could not be drawn, or could not be read from their pictures. */
export function drawingJobsApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/drawing-jobs', valid('query', noQuery), async (c) => c.json(await list(), 200))
    .post('/drawing-jobs', valid('query', noQuery), async (c) => c.json(await tryAgain(c.var), 200))
    .post('/drawing-jobs/:id', valid('param', idSchema), valid('query', noQuery), async (c) =>
      c.json(await tryAgain(c.var, c.req.valid('param').id), 200),
    )

  async function tryAgain({ requestId, administrator }: HttpEnv['Variables'], id?: string) {
    await retryFailed(app, id)
    await readFailedAgain(app, id)
    const details = { requestId, administrator: administrator.id, ...(id && { id }) }
    app.log.info(details, 'pages that could not be drawn or read are tried again')
    return await list()
  }

  async function list() {
    return { ...(await listJobs(app)), unread: await listUnread(app) }
  }
}
