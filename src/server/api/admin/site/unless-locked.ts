import { createMiddleware } from 'hono/factory'
import type { App } from '#domain/app.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

export const LOCKED =
  'This site is kept in site.config.ts (SITE_CONTENT=file): change it there and start again, or take the setting away.'

/** Before anything is read or stored: what is sent to a locked site could never be published. */
export function unlessLocked(app: Pick<App, 'centre'>) {
  return createMiddleware<HttpEnv>(async (c, next) =>
    app.centre.isLocked ? problem(c, 403, 'site-locked', LOCKED) : await next(),
  )
}
