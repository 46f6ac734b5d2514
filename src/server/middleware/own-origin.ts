import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

export const requireOwnOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('Origin') !== c.var.siteOrigin) return refuseForeignOrigin(c)
  await next()
}

export function refuseForeignOrigin(c: Context<HttpEnv>) {
  return problem(c, 403, 'foreign-origin', 'This request did not come from a page of this site.')
}
