import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import { SCRIPTS_HEADER } from '#domain/files/remove-scripts.ts'
import { PDF_LIMIT, THUMBNAIL_LIMIT, UPLOADS_AT_ONCE } from '#domain/files/upload-limits.ts'
import { refuses } from '#server/api/schemas.ts'
import { refuse as refuseSignedOut } from '#server/middleware/admin-guard.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { type ReceivedUpload, receiveUpload } from '#server/uploading/receive-upload.ts'
import { UploadFault } from '#server/uploading/upload-fault.ts'

/** What asks for a PDF to be taken without its scripts. */
export const scriptsHeader = z.object({
  [SCRIPTS_HEADER]: z.literal('remove').optional().openapi({
    description:
      'remove: the PDF is written anew without its scripts before it is judged; for one refused as active-content',
  }),
})

/** The files of an upload form by name, each with the most bytes that it may have. */
export const PAPER_FILES = { file: PDF_LIMIT, thumbnail: THUMBNAIL_LIMIT }

/** Takes a body's files into quarantine and hands them on; answers for what cannot be taken in. */
export type PaperReceiver = (
  c: Context<HttpEnv>,
  use: (upload: ReceivedUpload) => Promise<Response>,
  files?: Record<string, number>,
) => Promise<Response>

/** What every route that takes files in may answer. */
export const receivedPaper = {
  400: refuses('The upload broke off'),
  408: refuses('The upload was too slow'),
  413: refuses('A file is too large'),
  415: refuses('Not multipart/form-data'),
  429: refuses('Two uploads are running already'),
  507: refuses('The disk is nearly full'),
}

/** One door for all routes that share it: two uploads at once. */
export function createPaperReceiver(app: App, quarantine: Quarantine): PaperReceiver {
  let running = 0
  return async (c, use, files = PAPER_FILES) => {
    if (running >= UPLOADS_AT_ONCE) {
      return problem(
        c,
        429,
        'too-many-uploads',
        `${UPLOADS_AT_ONCE} uploads are running already; this one can start in a few seconds.`,
        { retryAfter: 3 },
      )
    }
    // A body takes up to ten minutes; whoever was disabled or signed out meanwhile adds nothing any more.
    async function passOn(upload: ReceivedUpload) {
      const cookie = c.req.header('Cookie') ?? null
      if (!(await app.identity.findSession(cookie, { extend: false }))) {
        logRefusal(c, app, 'user-token-expired')
        return refuseSignedOut(c, 'user-token-expired')
      }
      const refused = c.req.header(SCRIPTS_HEADER) === 'remove' && (await removeScripts(app, upload))
      if (!refused) return await use(upload)
      logRefusal(c, app, refused.reason)
      return problem(c, 422, refused.reason, refused.sentence, { field: refused.field })
    }
    running += 1
    try {
      return await receiveUpload(c.req.raw, quarantine, (upload) => passOn(upload), files)
    } catch (error) {
      if (!(error instanceof UploadFault)) throw error
      logRefusal(c, app, error.code)
      return problem(c, error.status, error.code, error.message, { field: error.field })
    } finally {
      running -= 1
    }
  }
}

/** Writes the PDFs of an upload anew without what is active in them; why one could not be, or null. */
async function removeScripts(app: App, { files }: ReceivedUpload) {
  for (const [field, file] of Object.entries(files)) {
    if (field === 'thumbnail') continue
    const result = await app.inspector.removeActiveContent(file.path)
    if (!('removed' in result)) return { ...result, field }
    const { size, md5, sha256 } = result
    Object.assign(file, { size, md5, sha256, scriptsRemoved: true })
  }
  return null
}

/** Notes that an upload was refused, and by which code. */
export function logRefusal(c: Context<HttpEnv>, app: App, code: string): void {
  app.log.warn({ requestId: c.var.requestId, administrator: c.var.administrator.id, code }, 'upload refused')
}
