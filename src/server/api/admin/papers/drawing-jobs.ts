import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { listJobs, retryFailed } from '#domain/page-images/reprocess.server.ts'
import { readingProgress } from '#domain/page-text/reading-progress.server.ts'
import { listUnread, readFailedAgain } from '#domain/recognition/failed-pages.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, noQuery } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

const kindQuery = z.strictObject({ of: z.enum(['drawn', 'read']).optional() })
type Kind = z.infer<typeof kindQuery>['of']

/** Papers whose pages wait to be drawn, how far scanned pages are read, and which could not be drawn, or could not be read from their pictures. Either kind is tried again by itself,
 * or both. */
export function drawingJobsApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/drawing-jobs', valid('query', noQuery), async (c) => c.json(await list(), 200))
    .post('/drawing-jobs', valid('query', kindQuery), async (c) =>
      c.json(await tryAgain(c.var, c.req.valid('query').of), 200),
    )
    .post('/drawing-jobs/:id', valid('param', idSchema), valid('query', kindQuery), async (c) =>
      c.json(await tryAgain(c.var, c.req.valid('query').of, c.req.valid('param').id), 200),
    )

  async function tryAgain({ requestId, administrator }: HttpEnv['Variables'], of: Kind, id?: string) {
    if (of !== 'read') await retryFailed(app, id)
    if (of !== 'drawn') await readFailedAgain(app, id)
    const details = { requestId, administrator: administrator.id, ...(of && { of }), ...(id && { id }) }
    app.log.info(details, 'pages that could not be drawn or read are tried again')
    return await list()
  }

  async function list() {
    const scans = (await app.recogniser.isOn()) ? await readingProgress(app) : null
    return { ...(await listJobs(app)), unread: await listUnread(app), scans }
  }
}
