import type { Context, MiddlewareHandler } from 'hono'
import { networkOf } from '#server/middleware/network-of.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { type AdmissionLimits, createAdmissionQueue } from './admission-queue.ts'
import type { Crowd } from './crowd.ts'
import type { Pace } from './turns.ts'

export type { AdmissionLimits }

/** One thread renders all pages, some 10 ms each: higher concurrency is no faster, and 500 wait 5 seconds. */
const LIMITS: AdmissionLimits = { atOnce: 8, waiting: 500, patienceMs: 10_000 }

/** A concurrency limit with a queue fair to networks and crowds. It ignores event loop delay, because drawing causes it, too. */
export function admission(limits = LIMITS, crowd?: Crowd): MiddlewareHandler<HttpEnv> {
  const queue = createAdmissionQueue(limits, crowd?.note)
  return async (c, next) => {
    const askers = c.env?.cacheFill?.askers
    const outcome = await queue.enter(networkOf(c.var.address), paceOf(c), () => c.req.raw.signal, askers)
    // For the log only: the visitor broke off.
    if (outcome === 'aborted') return new Response(null, { status: 499 })
    if (outcome === 'refused') {
      return problem(c, 503, 'overloaded', (m) => m.refused_overloaded(), {
        retryAfter: 5,
      })
    }
    try {
      c.env?.cacheFill?.begin()
      await next()
    } finally {
      queue.leave()
    }
  }
}

/** Lists without words, one paper and prices take 0.2 ms; searches and suggestions as long as a page. */
function paceOf({ req }: Context<HttpEnv>): Pace {
  const isQuick = /^\/api\/(?:papers|pricing)\b/.test(req.path) && req.query('q') === undefined
  return isQuick ? 'quick' : 'page'
}
