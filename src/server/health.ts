import { Hono } from 'hono'
import { sql } from 'kysely'
import type { App } from '#domain/app.ts'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

/** /healthz: the process answers. /readyz: the database and the file store do, too. */
export function healthRoutes(app: App) {
  return new Hono<HttpEnv>()
    .get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      try {
        await sql`select 1`.execute(app.reader)
        await app.files.check()
        return c.text('ready', 200, { 'Cache-Control': 'no-store' })
      } catch (error) {
        app.log.error({ err: error }, 'not ready')
        return problem(c, 503, 'not-ready', 'The database or the file store does not answer.', {
          retryAfter: 5,
        })
      }
    })
}
