import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { CONTENT_FILE_LIMIT } from '#domain/centre/versions/document.ts'
import { PDF_LIMIT, PICTURE_LIMIT, THUMBNAIL_LIMIT, UPLOADS_AT_ONCE } from '#domain/files/upload-limits.ts'
import { isUploadId } from '#domain/inbox/inbox.ts'
import type { Part } from '#domain/publishing/plan-files.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { appendToUpload, diskFull, sizeOfUpload, UploadFault } from '#server/uploading/append-upload.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { logRefusal } from './refuse.ts'

/** Resumable uploads of all kinds; another route then uses the complete file. */
export function uploadsApi(app: App, quarantine: Quarantine) {
  /** Uploads in progress. A dead connection is dropped at the next check of its pace. */
  const running = new Set<string>()

  async function append(path: string, body: Request['body'], range: { offset: number; length: number }) {
    running.add(path)
    try {
      if (await quarantine.isFull()) throw diskFull()
      return await appendToUpload(path, body, range)
    } finally {
      running.delete(path)
    }
  }

  return new Hono<HttpEnv>()
    .get('/uploads/:uploadId', async (c) => {
      const path = pathOfUpload(c, quarantine, c.req.param('uploadId'))
      return c.json({ offset: (await sizeOfUpload(path)) ?? 0 }, 200)
    })
    .patch('/uploads/:uploadId', async (c) => {
      const path = pathOfUpload(c, quarantine, c.req.param('uploadId'))
      const [offset, length] = [numberIn(c, 'Upload-Offset'), numberIn(c, 'Upload-Length')]
      if (!isUploadId(c.req.param('uploadId'))) return invalid(c, `The upload's name ${UPLOAD_ID_RULE}.`)
      if (offset === null || length === null || offset > length)
        return invalid(c, 'The headers Upload-Offset and Upload-Length must be numbers of bytes.')
      if (length > PDF_LIMIT) {
        logRefusal(c, app, 'file-too-large')
        return problem(c, 413, 'file-too-large', tooLarge('file'), { field: 'file' })
      }
      if (running.has(path) || running.size >= UPLOADS_AT_ONCE) {
        const sentence = `${UPLOADS_AT_ONCE} uploads are running already; this one can start in a few seconds.`
        return problem(c, 429, 'too-many-uploads', sentence, { retryAfter: 3 })
      }
      try {
        return c.json({ offset: await append(path, c.req.raw.body, { offset, length }) }, 200)
      } catch (error) {
        if (!(error instanceof UploadFault)) throw error
        logRefusal(c, app, error.code)
        return problem(c, error.status, error.code, error.message, { offset: error.offset })
      }
    })
}

export const UPLOAD_ID_RULE = 'must be 8 to 64 letters, digits and hyphens'

/** Each administrator has their own uploads, under names that no request can choose. */
export function pathOfUpload(
  c: Context<HttpEnv>,
  { uploadsDir }: Pick<Quarantine, 'uploadsDir'>,
  uploadId: string,
): string {
  const name = createHash('sha256').update(`${c.var.administrator.id} ${uploadId}`).digest('hex')
  return join(uploadsDir, name)
}

export type UploadKind = Part | 'picture' | 'content-file'

/** In bytes. */
export const LIMITS: Record<UploadKind, number> = {
  file: PDF_LIMIT,
  answers: PDF_LIMIT,
  thumbnail: THUMBNAIL_LIMIT,
  picture: PICTURE_LIMIT,
  'content-file': CONTENT_FILE_LIMIT,
}
const NAMES: Record<UploadKind, string> = {
  file: 'PDF',
  answers: 'PDF',
  thumbnail: 'thumbnail',
  picture: 'picture',
  'content-file': 'file',
}

export function tooLarge(kind: UploadKind): string {
  return `The ${NAMES[kind]} is larger than ${LIMITS[kind] / 1024 ** 2} MiB; choose a smaller file.`
}

function numberIn(c: Context<HttpEnv>, header: string) {
  const text = c.req.header(header) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function invalid(c: Context<HttpEnv>, sentence: string) {
  return problem(c, 422, 'invalid-request', sentence)
}
