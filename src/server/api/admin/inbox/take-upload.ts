import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import { cutName } from '#domain/files/storable-name.ts'
import { FILE_NAME_LIMIT } from '#domain/files/upload-limits.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { sizeOfUpload } from '#server/uploading/append-upload.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { withCopies } from '#server/uploading/quarantine.ts'
import { LIMITS, pathOfUpload, tooLarge, UPLOAD_ID_RULE, type UploadKind } from './uploads.ts'

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
      if (!keeps && !mayBeUsedAgain(outcome)) await rm(path, { force: true })
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

function mayBeUsedAgain(outcome: unknown) {
  if (typeof outcome !== 'object' || outcome === null) return true
  if ('refused' in outcome) return MAY_BE_USED_AGAIN.includes(String(outcome.refused))
  return 'conflict' in outcome || 'changed' in outcome
}
