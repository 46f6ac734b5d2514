import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { listWarnings } from '#domain/warnings/warnings.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { valid } from '../api.ts'
import { noQuery } from '../schemas.ts'

export function warningsApi(app: App) {
  return new Hono<HttpEnv>().get('/warnings', valid('query', noQuery), async (c) =>
    c.json({ warnings: await listWarnings(app) }, 200),
  )
}
