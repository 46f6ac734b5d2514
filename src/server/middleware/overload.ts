import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/http-env.ts'
import { problem } from '#server/problem.ts'

/** Above this 99th percentile of the event loop's delay, in milliseconds, new work is turned away. */
const DELAY_LIMIT_MS = 200
const WINDOW_MS = 5_000
/** Those that ask after the server's health, and the parts of pages that were already answered. */
const NEVER_SHED = /^\/(healthz|readyz|favicon\.svg)$|^\/assets\//

/** Answers 503 while the server is behind, but for parts of pages; the delay is judged anew every five seconds. */
export function shedLoad(
  delayOf: () => number = watchDelay(),
  isPart: (path: string) => boolean = () => false,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (delayOf() > DELAY_LIMIT_MS && !NEVER_SHED.test(c.req.path) && !isPart(c.req.path)) {
      return problem(c, 503, 'overloaded', 'Many people are here at once; try again in a few seconds.', {
        retryAfter: 5,
      })
    }
    await next()
  }
}

function watchDelay() {
  const histogram = monitorEventLoopDelay({ resolution: 10 })
  histogram.enable()
  let delay = 0
  setInterval(() => {
    delay = histogram.percentile(99) / 1e6
    histogram.reset()
  }, WINDOW_MS).unref()
  return () => delay
}
