import { Hono } from 'hono'
import { sql } from 'kysely'
import type { App } from '#domain/app.ts'
import { listWarnings, type Warning } from '#domain/warnings.server.ts'
import { builtFrom, ownVersion } from '../folders/project-root.ts'
import { NO_ROOM, type Quarantine } from '../uploading/quarantine.ts'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

/** /healthz: the process answers, and says of which version it is. /readyz: so do database and file store, and the disk has room for uploads; after
 * "ready" a line for each warning. */
export function healthRoutes(app: App, quarantine: Pick<Quarantine, 'isFull'>) {
  const version = ['ok', `version ${ownVersion()}`, builtFrom() && `commit ${builtFrom()}`]
    .filter(Boolean)
    .join('\n')
  return new Hono<HttpEnv>()
    .get('/healthz', (c) => c.text(version, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      const notReady = (reason: string, error?: unknown) => {
        app.log.error({ err: error, reason }, 'not ready')
        return problem(c, 503, 'not-ready', reason, { retryAfter: 5 })
      }
      try {
        await sql`select 1`.execute(app.readDb)
      } catch (error) {
        return notReady('The database does not answer.', error)
      }
      try {
        await app.files.check()
        if (await quarantine.isFull()) return notReady(NO_ROOM)
      } catch (error) {
        return notReady('The file store does not answer.', error)
      }
      const warnings = await listWarnings(app)
      const lines = ['ready', ...warnings.map(({ sentence }) => `warning: ${sentence}`)]
      return c.text(lines.join('\n'), 200, { 'Cache-Control': 'no-store' })
    })
}

/** Not stored, since a full disk would not take it. */
const DISK_FULL: Warning = {
  kind: 'disk-full',
  sentence: `${NO_ROOM} Nothing can be uploaded, and other changes may be refused, until there is more: delete papers for good in the bin, or free space on the server.`,
  since: null,
}

/** What is stored, after what this server sees of its disk. */
export async function siteWarnings(
  app: Pick<App, 'readDb'>,
  quarantine: Pick<Quarantine, 'isFull'>,
): Promise<Warning[]> {
  const warnings = await listWarnings(app)
  return (await quarantine.isFull()) ? [DISK_FULL, ...warnings] : warnings
}
