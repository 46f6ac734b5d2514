import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { countVisits, recordVisit } from '#domain/visits/count.server.ts'
import type { CounterLimits } from '#server/middleware/counter-limits.ts'
import { isCounted } from '#server/middleware/counter-limits.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, noQuery, refuses } from '../schemas.ts'

const tags = ['Visits']
const visits = answers('Visits so far', z.object({ visits: z.number().int() }))

const read = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'How often the site was visited',
  request: { query: noQuery },
  responses: { 200: visits },
})

const add = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Adds one visit',
  request: { query: noQuery },
  responses: { 200: visits, 429: refuses('Too many visits from this address') },
})

export function visitsApi(app: App, limits: CounterLimits) {
  return newApi()
    .openapi(read, async (c) => c.json({ visits: await countVisits(app) }, 200))
    .openapi(add, async (c) => {
      const wait = await limits.spend(c.var.address)
      if (wait > 0) {
        return problem(c, 429, 'too-many-visits', `Too many visits from here; wait ${wait} seconds.`, {
          retryAfter: wait,
        })
      }
      const visits = (await isCounted(app, (name) => c.req.header(name)))
        ? await recordVisit(app)
        : await countVisits(app)
      return c.json({ visits }, 200)
    })
}
