import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { listWarnings, type Warning } from '#domain/warnings/warnings.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { NO_ROOM, type Quarantine } from '#server/uploading/quarantine.ts'
import { valid } from '../api.ts'
import { noQuery } from '../schemas.ts'

/** Not stored, since a full disk would not take it. */
const DISK_FULL: Warning = {
  kind: 'disk-full',
  sentence: `${NO_ROOM} Nothing can be uploaded, and other changes may be refused, until there is more: delete papers for good in the bin, or free space on the server.`,
  since: null,
}

export function warningsApi(app: App, quarantine: Pick<Quarantine, 'isFull'>) {
  return new Hono<HttpEnv>().get('/warnings', valid('query', noQuery), async (c) => {
    const warnings = await listWarnings(app)
    if (await quarantine.isFull()) warnings.unshift(DISK_FULL)
    return c.json({ warnings }, 200)
  })
}
