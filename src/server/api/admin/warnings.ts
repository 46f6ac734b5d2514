import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { siteWarnings } from '#server/serving/site-warnings.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { valid } from '../api.ts'
import { noQuery } from '../schemas.ts'

export function warningsApi(app: App, quarantine: Pick<Quarantine, 'isFull'>) {
  return new Hono<HttpEnv>()
    .get('/warnings', valid('query', noQuery), async (c) =>
      c.json({ warnings: await siteWarnings(app, quarantine) }, 200),
    )
    .get('/alerts', valid('query', noQuery), (c) => c.json({ ways: app.alerts.ways }, 200))
    .post('/alerts/test', async (c) => {
      const outcomes = await app.alerts.send(TEST, c.var.siteOrigin)
      const { requestId, administrator } = c.var
      app.log.info({ requestId, administrator: administrator.id, outcomes }, 'a test of alerts was sent')
      return c.json({ outcomes }, 200)
    })
}

const TEST = {
  title: 'a test',
  sentence: 'This is a test from the desk: alerts arrive here. Nothing is wrong, and there is nothing to do.',
}
