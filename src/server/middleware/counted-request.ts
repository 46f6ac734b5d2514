import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

/** Whether a request counts: no prefetch, no other site's, no signed-in administrator's. */
export async function isCounted(app: Pick<App, 'identity'>, c: Context<HttpEnv>): Promise<boolean> {
  const header = (name: string) => c.req.header(name) ?? ''
  if (/prefetch|prerender/i.test(`${header('sec-purpose')} ${header('purpose')} ${header('x-moz')}`))
    return false
  if (!['', 'same-origin', 'none'].includes(header('sec-fetch-site'))) return false
  const cookie = c.req.header('cookie')
  if (!cookie || !/(^|;\s*)(__Host-)?session=/.test(cookie)) return true
  return (await app.identity.findSession(cookie, { extend: false })) === null
}
