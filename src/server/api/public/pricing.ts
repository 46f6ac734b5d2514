import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { listPrices } from '#domain/pricing/prices.server.ts'
import { newApi } from '../api.ts'
import { answers, noQuery, pricesSchema } from '../schemas.ts'

const list = createRoute({
  method: 'get',
  path: '/',
  tags: ['Pricing'],
  summary: 'The prices of the nine plans, in whole rupees; null where none is set',
  request: { query: noQuery },
  responses: { 200: answers('All prices', z.object({ prices: pricesSchema })) },
})

export function pricingApi(app: App) {
  return newApi().openapi(list, async (c) => c.json({ prices: await listPrices(app) }, 200))
}
