import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { findDuplicates } from '#domain/duplicates/find-duplicates.server.ts'
import { valid } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { duplicateQuestionsSchema } from '../inbox/inbox-schemas.ts'

/** Papers with the same bytes or the same fields, binned ones included. */
export function duplicatesApi(app: App) {
  return new Hono<HttpEnv>().post('/duplicates', valid('json', duplicateQuestionsSchema), async (c) =>
    c.json({ duplicates: await findDuplicates(app, c.req.valid('json').files) }, 200),
  )
}
