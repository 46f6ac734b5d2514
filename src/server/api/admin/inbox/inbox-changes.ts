import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { countWaiting, listChanges, saveChanges } from '#domain/inbox/changes.server.ts'
import { readingPace } from '#domain/recognition/pace.server.ts'
import { valid } from '#server/api/api.ts'
import { mayTakeAway, roleNeeded } from '#server/middleware/admin-roles.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { inboxChangesSchema } from './inbox-schemas.ts'

export const CHANGED_MEANWHILE = 'Somebody else has changed this row meanwhile; look at it as it is now.'

/** The version of an earlier answer: returns only later changes. */
const afterSchema = z.object({ after: z.coerce.number('must be a number').int().min(0).optional() })

export function inboxChangesApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/inbox', valid('query', afterSchema), async (c) => {
      const { after = 0 } = c.req.valid('query')
      return c.json({ ...(await listChanges(app, { after })), pace: await readingPace(app) }, 200)
    })
    .get('/inbox/waiting', async (c) => c.json({ waiting: await countWaiting(app) }, 200))
    .post('/inbox/changes', valid('json', inboxChangesSchema), async (c) => {
      const { from, changes } = c.req.valid('json')
      const away = changes.filter((change) => change.away).map(({ uploadId }) => uploadId)
      if (away.length > 0 && !(await mayTakeAway(app, c, away))) return await roleNeeded(app, c, 'sender')
      const outcome = await saveChanges(app, changes, { by: c.var.administrator.email, from })
      if (outcome.changed.length + outcome.gone.length === 0) return c.json(outcome, 200)
      return problem(c, 409, 'changed-meanwhile', CHANGED_MEANWHILE, outcome)
    })
}
