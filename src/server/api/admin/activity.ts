import { Hono } from 'hono'
import { z } from 'zod'
import {
  listSearches,
  readActivity,
  readCoverage,
  readPaperActivity,
} from '#domain/activity/activity.server.ts'
import { COVERAGES, PERIODS, type Period } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { dismissWish, listWanted } from '#domain/wanted/wanted.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { paperNotFound } from '#server/serving/problem.ts'
import { valid } from '../api.ts'
import { idSchema } from '../schemas.ts'

const periodRule = `must be one of ${PERIODS.join(', ')}`
const period = z.strictObject({
  days: z
    .enum(PERIODS.map(String) as [string, ...string[]], periodRule)
    .transform((days) => Number(days) as Period)
    .default(30),
})
const dismissal = z.strictObject({ wish: z.string().min(1).max(500), isDismissed: z.boolean() })
const coverage = z.strictObject({ type: z.enum(COVERAGES, `must be one of ${COVERAGES.join(', ')}`) })

export function activityApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/activity', valid('query', period), async (c) =>
      c.json(await readActivity(app, c.req.valid('query').days), 200),
    )
    .get('/activity/searches', valid('query', period), async (c) =>
      c.json({ searches: await listSearches(app, c.req.valid('query').days) }, 200),
    )
    .get('/activity/wanted', valid('query', period), async (c) =>
      c.json({ wanted: await listWanted(app, c.req.valid('query').days) }, 200),
    )
    .put('/activity/wanted', valid('json', dismissal), async (c) => {
      const { wish, isDismissed } = c.req.valid('json')
      await dismissWish(app, wish, isDismissed)
      return c.body(null, 204)
    })
    .get('/activity/coverage', valid('query', coverage), async (c) =>
      c.json({ covered: await readCoverage(app, c.req.valid('query').type) }, 200),
    )
    .get('/activity/papers/:id', valid('param', idSchema), valid('query', period), async (c) => {
      const found = await readPaperActivity(app, c.req.valid('param').id, c.req.valid('query').days)
      if (found) return c.json(found, 200)
      return paperNotFound(c)
    })
}
