import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { findDuplicates } from '#domain/duplicates/find-duplicates.server.ts'
import { pagesOneOf } from '#domain/inbox/first-pages.server.ts'
import { valid } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { duplicateQuestionsSchema } from '../inbox/inbox-schemas.ts'

/** Papers with the same bytes or the same fields, binned ones included; a file's page 1 counts where its key is its upload
 * in the inbox. */
export function duplicatesApi(app: App) {
  return new Hono<HttpEnv>().post('/duplicates', valid('json', duplicateQuestionsSchema), async (c) => {
    const { files } = c.req.valid('json')
    const pagesOne = await pagesOneOf(
      app,
      files.map(({ key }) => key),
    )
    return c.json({ duplicates: await findDuplicates(app, files, pagesOne) }, 200)
  })
}
