import type { MiddlewareHandler } from 'hono'
import type { App } from '#domain/app.ts'
import { UNLOGGED } from '#server/addresses.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { createRequestId } from '#server/serving/http-env.ts'
import type { RequestCounts } from '#server/serving/metrics.ts'

/**
 * Counts each request, and logs a line for it under an id that the answer carries: never a query, body or cookie. Sends the body where
 * it does not go through a stream of the web (`sendBody`), so that its end is logged as well.
 */
export function requestLog(
  { logRequest, clock }: Pick<App, 'logRequest' | 'clock'>,
  counts: Pick<RequestCounts, 'note'>,
): MiddlewareHandler<HttpEnv> {
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
    // `c.var` would make an object of all variables each time.
    const [sent, sendBody] = [c.get('sent'), c.get('sendBody')]
    let status = sent ?? c.res.status
    // By `c.header` the answer would be made again, with its text turned into a stream.
    if (sent === undefined) c.res.headers.set('X-Request-Id', requestId)
    if (sendBody && c.env.outgoing) {
      c.env.outgoing.writeHead(status, Object.fromEntries(c.res.headers))
      if (!(await sendBody(c.env.outgoing))) status = BROKEN
    }
    const { path, method } = c.req
    const ms = clock.monotonic() - begun
    counts.note({ path, status, ms, cache: c.get('cache') })
    if (UNLOGGED.test(path)) return
    logRequest({ requestId, method, path, status, ms: Math.round(ms), address: c.get('address') })
  }
}

/** Logged of a body that broke off, though its head said otherwise. */
const BROKEN = 500
