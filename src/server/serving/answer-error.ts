import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isBusy } from '#database/faults.ts'
import type { App } from '#domain/app.ts'
import { isFileStoreFault } from '#domain/files/file-store.ts'
import { isDiskFull } from '../uploading/disk-full.ts'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

/** The answer to an exception, which is logged unless the request itself was wrong. */
export function answerError(app: Pick<App, 'log'>, error: Error, c: Context<HttpEnv>) {
  if (error instanceof HTTPException && error.status < 500) {
    return problem(
      c,
      error.status,
      'bad-request',
      `${error.message || 'The request could not be read'}.`.replace('..', '.'),
    )
  }
  app.log.error({ err: error, requestId: c.var.requestId, path: c.req.path }, 'request failed')
  if (isBusy(error)) {
    return problem(c, 503, 'database-busy', (m) => m.refused_database_busy(), {
      retryAfter: 5,
    })
  }
  if (isFileStoreFault(error)) {
    return problem(c, 503, 'file-store-away', (m) => m.refused_no_files(), { retryAfter: 30 })
  }
  if (isDiskFull(error)) {
    return problem(c, 507, 'disk-full', (m) => m.refused_disk_full())
  }
  return problem(c, 500, 'internal-error', (m) => m.refused_internal())
}
