import { type Context, Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { findSuccessor } from '#domain/publishing/former-files.server.ts'
import type { HttpEnv } from '../serving/http-env.ts'

const STORED = /\.(pdf|png|jpe?g|webp|gif|avif)$/i

/** Files in the paths that they had in the hosted store: `/{folder}/{name}`, and download addresses of their bucket. */
export function formerAddresses(app: Pick<App, 'readDb'>) {
  return new Hono<HttpEnv>()
    .get('/v0/b/:bucket/o/:path', async (c, next) => (await lead(c, c.req.param('path'))) ?? (await next()))
    .get('/:folder/:name', async (c, next) => {
      const { folder, name } = c.req.param()
      return (STORED.test(name) && (await lead(c, `${folder}/${name}`))) || (await next())
    })

  async function lead(c: Context<HttpEnv>, path: string) {
    const successor = await findSuccessor(app, path.normalize('NFC'))
    if (!successor) return null
    // Not cached: the file may be replaced, too.
    return c.body(null, 302, { Location: `/files/${successor}`, 'Cache-Control': 'no-store' })
  }
}
