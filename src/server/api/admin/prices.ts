import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { setPrices } from '#domain/pricing/prices.server.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import {
  answers,
  describeFields,
  describeInvalid,
  guarded,
  pricesSchema,
  refuses,
  security,
  somePricesSchema,
} from '../schemas.ts'

const body = somePricesSchema
  .extend({
    was: somePricesSchema
      .optional()
      .openapi({ description: 'What the sender believes the prices are; when one is not, nothing is set' }),
  })
  .refine((sent) => PLAN_IDS.some((id) => sent[id] !== undefined), 'needs at least one price')

const price = createRoute({
  method: 'put',
  path: '/prices',
  tags: ['Administration'],
  security,
  summary: 'Sets prices, all of those sent or none',
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: {
    200: answers('All prices as they are now', z.object({ prices: pricesSchema })),
    409: refuses('A price was changed meanwhile; `current` are all prices as they are now', {
      current: pricesSchema,
    }),
    422: refuses('Prices are wrong; each is named', { fields: z.record(z.string(), z.string()) }),
    ...guarded,
  },
})

/** The prices as the administrator sets them. */
export function deskPricesApi(app: App) {
  return newApi().openapi(
    price,
    async (c) => {
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
        ) as never
      }
      app.log.info({ requestId, administrator: administrator.id, prices: wanted }, 'prices changed')
      return c.json(outcome, 200)
    },
    (result, c) => {
      if (result.success) return
      const fields = describeFields(result.error)
      return problem(c, 422, 'invalid-request', describeInvalid(result.error).detail, {
        field: Object.keys(fields)[0],
        fields,
      }) as never
    },
  )
}
