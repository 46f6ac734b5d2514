import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

/** Lets through only requests whose Origin header is the site's own; the rest get 403 `foreign-origin`. */
export const requireOwnOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('Origin') !== c.var.siteOrigin) return refuseForeignOrigin(c)
  await next()
}

/** The answer to a call that another site's page sent, or that does not say where it comes from. */
export function refuseForeignOrigin(c: Context<HttpEnv>) {
  return problem(c, 403, 'foreign-origin', 'This request did not come from a page of this site.')
}
