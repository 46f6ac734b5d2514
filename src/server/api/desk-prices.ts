import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { setPrices } from '#domain/pricing/prices.server.ts'
import { newApi } from './api.ts'
import { answers, guarded, pricesSchema, refuses, security, somePricesSchema } from './schemas.ts'

const tags = ['Administration']

const price = createRoute({
  method: 'put',
  path: '/prices',
  tags,
  security,
  summary: 'Sets prices, all of those sent or none',
  request: { body: { required: true, content: { 'application/json': { schema: somePricesSchema } } } },
  responses: {
    200: answers('All prices as they are now', z.object({ prices: pricesSchema })),
    422: refuses('A price is wrong'),
    ...guarded,
  },
})

/** The prices as the administrator sets them. */
export function deskPricesApi(app: App) {
  return newApi().openapi(price, async (c) => {
    const prices = await setPrices(app, c.req.valid('json'))
    app.log.info(
      { requestId: c.var.requestId, administrator: c.var.administrator.id, prices },
      'prices changed',
    )
    return c.json({ prices }, 200)
  })
}
