import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { describeBackups } from '#domain/backup/describe-backups.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { valid } from '../api.ts'
import { noQuery } from '../schemas.ts'

export function backupsApi(app: App) {
  return new Hono<HttpEnv>().get('/backups', valid('query', noQuery), async (c) =>
    c.json(await describeBackups(app), 200),
  )
}
