import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { setPrices } from '#domain/pricing/prices.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { describeFields, describeInvalid, somePricesSchema } from '../schemas.ts'

/** `was` holds the sender's prices: when one is out of date, nothing is set. */
const schema = somePricesSchema
  .extend({ was: somePricesSchema.optional() })
  .refine((sent) => PLAN_IDS.some((id) => sent[id] !== undefined), 'needs at least one price')

/** Names all wrong prices, where other routes name the first fault. */
const valid = zValidator('json', schema, (result, c) => {
  if (result.success) return
  const fields = describeFields(result.error)
  const { detail } = describeInvalid(result.error)
  return problem(c, 422, 'invalid-request', detail, { field: Object.keys(fields)[0], fields })
})

export function deskPricesApi(app: App) {
  return new Hono<HttpEnv>().put('/prices', valid, async (c) => {
    const { was, ...wanted } = c.req.valid('json')
    const { administrator, requestId } = c.var
    const outcome = await setPrices(app, wanted, administrator, was)
    if ('conflict' in outcome) {
      return problem(
        c,
        409,
        'changed-meanwhile',
        'A price was changed meanwhile; look at the present prices, then set yours again.',
        { current: outcome.conflict },
      )
    }
    app.log.info({ requestId, administrator: administrator.id, prices: wanted }, 'prices changed')
    return c.json(outcome, 200)
  })
}
