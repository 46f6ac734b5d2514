import type { MiddlewareHandler } from 'hono'
import type { App } from '#domain/app.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { createRequestId } from '#server/serving/request-id.ts'

/** Logs a line for each request under an id that the answer carries: never a query, body or cookie. */
export function requestLog({
  logRequest,
  clock,
}: Pick<App, 'logRequest' | 'clock'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const fill = c.env?.cacheFill
    if (fill) {
      c.set('requestId', fill.requestId)
      return await next()
    }
    const requestId = createRequestId()
    c.set('requestId', requestId)
    const begun = clock.monotonic()
    await next()
    // By `c.header` the answer would be made anew, with its text turned into a stream.
    c.res.headers.set('X-Request-Id', requestId)
    const path = c.req.path
    if (path.startsWith('/assets/') || path === '/healthz' || path === '/readyz') return
    const ms = Math.round(clock.monotonic() - begun)
    logRequest({ requestId, method: c.req.method, path, status: c.res.status, ms, address: c.var.address })
  }
}
