import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { recordTap } from '#domain/taps/record-tap.server.ts'
import { TAP_TARGETS } from '#domain/taps/tap.ts'
import { isCounted } from '#server/middleware/counted-request.ts'
import type { CounterLimits } from '#server/middleware/counter-limits.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { noQuery, refuses } from '../schemas.ts'

const target = z
  .enum(TAP_TARGETS, `must be one of ${TAP_TARGETS.join(', ')}`)
  .openapi({ param: { name: 'target', in: 'path' }, example: 'jee-mon' })

const add = createRoute({
  method: 'post',
  path: '/{target}',
  tags: ['Taps'],
  summary: 'Adds one tap on Choose plan of a plan, or on another way to reach the centre',
  request: { params: z.object({ target }), query: noQuery },
  responses: {
    204: { description: 'It is counted, unless it came from an administrator or ahead of a visit' },
    404: refuses('There is no such plan or way'),
    429: refuses('Too many taps from this address'),
  },
})

export function tapsApi(app: App, limits: CounterLimits) {
  return newApi().openapi(add, async (c) => {
    const wait = await limits.spend(c.var.address)
    if (wait > 0)
      return problem(c, 429, 'too-many-taps', `Too many taps from here; wait ${wait} seconds.`, {
        retryAfter: wait,
      })
    if (await isCounted(app, (name) => c.req.header(name))) await recordTap(app, c.req.valid('param').target)
    return c.body(null, 204)
  })
}
