import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { CONTENT_FILE_LIMIT } from '#domain/centre/versions/document.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import { cutName } from '#domain/files/storable-name.ts'
import {
  FILE_NAME_LIMIT,
  PDF_LIMIT,
  PICTURE_LIMIT,
  THUMBNAIL_LIMIT,
  UPLOADS_AT_ONCE,
} from '#domain/files/upload-limits.ts'
import { isUploadId } from '#domain/inbox/inbox.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import type { Part } from '#domain/publishing/plan-files.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { appendToUpload, diskFull, sizeOfUpload, UploadFault } from '#server/uploading/append-upload.ts'
import { type Quarantine, withCopies } from '#server/uploading/quarantine.ts'

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

const UPLOAD_ID_RULE = 'must be 8 to 64 letters, digits and hyphens'

/** Each administrator has their own uploads, under names that no request can choose. */
function pathOfUpload(
  c: Context<HttpEnv>,
  { uploadsDir }: Pick<Quarantine, 'uploadsDir'>,
  uploadId: string,
): string {
  const name = createHash('sha256').update(`${c.var.administrator.id} ${uploadId}`).digest('hex')
  return join(uploadsDir, name)
}

type UploadKind = Part | 'picture' | 'content-file'

/** In bytes. */
const LIMITS: Record<UploadKind, number> = {
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

function tooLarge(kind: UploadKind): string {
  return `The ${NAMES[kind]} is larger than ${LIMITS[kind] / 1024 ** 2} MiB; choose a smaller file.`
}

function numberIn(c: Context<HttpEnv>, header: string) {
  const text = c.req.header(header) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function invalid(c: Context<HttpEnv>, sentence: string) {
  return problem(c, 422, 'invalid-request', sentence)
}

export const uploadId = z.string(UPLOAD_ID_RULE).regex(/^[A-Za-z0-9-]{8,64}$/, UPLOAD_ID_RULE)

const NAME_LETTERS = 4_000

export const uploadSchema = z.strictObject(
  {
    uploadId,
    /** Longer than file systems allow in Tamil, where a letter takes three bytes: cut, with its ending kept. */
    name: z
      .string('must be a text')
      .max(NAME_LETTERS, 'is too long')
      .transform((name) => cutName(name.toWellFormed().replace(/\p{Cc}/gu, ' '), FILE_NAME_LIMIT)),
    /** In bytes; an upload of another size is incomplete. */
    size: z.number('must be a number of bytes').int().min(0),
    /** Removes the active content for which the PDF was refused. */
    withoutScripts: z.boolean('must be true or false').optional(),
  },
  'must be an object with uploadId, name and size',
)

/** Not for its bytes: the upload may be used again. */
const MAY_BE_USED_AGAIN = [REMOVABLE, 'lock-stays', 'inbox-full', 'paper-not-found', 'interrupted']

export type TakeUpload = ReturnType<typeof createTakeUpload>

/** Gives `use` a copy. A used or finally refused upload is removed; after an error or conflict it can be retried.
 * With `keeps` it stays for another use. */
export function createTakeUpload(app: Pick<App, 'inspector'>, quarantine: Quarantine) {
  return async <Result>(
    c: Context<HttpEnv>,
    part: UploadKind,
    upload: z.output<typeof uploadSchema>,
    use: (file: ReceivedFile) => Promise<Result>,
    { keeps = false } = {},
  ): Promise<Result | Refusal> => {
    const path = pathOfUpload(c, quarantine, upload.uploadId)
    if ((await sizeOfUpload(path)) !== upload.size) return { ...INCOMPLETE, field: part }
    return await withCopies(quarantine, async (copyOf) => {
      const file = { ...(await copyOf(createReadStream(path))), originalName: upload.name }
      const outcome =
        faultOfSize(part, file) ??
        (upload.withoutScripts && (part === 'file' || part === 'answers')
          ? await removeScripts(app, part, file)
          : null) ??
        (await use(file))
      if (!keeps && !canRepeat(outcome)) await rm(path, { force: true })
      return outcome
    })
  }
}

const INCOMPLETE = {
  refused: 'upload-incomplete',
  sentence: 'Not all of this file has arrived; send the rest of it.',
}

function faultOfSize(part: UploadKind, { size }: ReceivedFile): Refusal | null {
  return size > LIMITS[part] ? { refused: 'file-too-large', field: part, sentence: tooLarge(part) } : null
}

/** Rewrites the file; returns why not, or null. */
async function removeScripts(app: Pick<App, 'inspector'>, part: UploadKind, file: ReceivedFile) {
  const result = await app.inspector.removeActiveContent(file.path)
  if (!('removed' in result)) return { refused: result.reason, field: part, sentence: result.sentence }
  const { size, md5, sha256 } = result
  Object.assign(file, { size, md5, sha256, scriptsRemoved: true })
  return null
}

function canRepeat(outcome: unknown) {
  if (typeof outcome !== 'object' || outcome === null) return true
  if ('refused' in outcome) return MAY_BE_USED_AGAIN.includes(String(outcome.refused))
  return 'conflict' in outcome || 'changed' in outcome
}

/** Conflicts, rather than faults of what was sent. */
const STATUS: Record<string, 409 | 413> = {
  'already-published': 409,
  'in-the-bin': 409,
  'inbox-full': 409,
  interrupted: 409,
  'paper-not-found': 409,
  'upload-incomplete': 409,
  'file-too-large': 413,
}

export function refuse(
  c: Context<HttpEnv>,
  app: Pick<App, 'log'>,
  { refused, sentence, ...more }: Refusal & { paper?: Paper },
) {
  logRefusal(c, app, refused)
  return problem(c, STATUS[refused] ?? 422, refused, sentence, more)
}

function logRefusal(c: Context<HttpEnv>, app: Pick<App, 'log'>, code: string): void {
  app.log.warn({ requestId: c.var.requestId, administrator: c.var.administrator.id, code }, 'upload refused')
}
