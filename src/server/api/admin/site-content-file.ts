import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { readSources, takePicturesIn } from '#domain/centre/pictures/carry-pictures.server.ts'
import { contentFile, parseContentFile, readContent } from '#domain/centre/versions/document.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { valid } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { withCopies } from '#server/uploading/quarantine.ts'
import { refuse } from './inbox/refuse.ts'
import { type TakeUpload, uploadSchema } from './inbox/take-upload.ts'
import { knownTexts, refuseFaults, unlessLocked } from './site.ts'

const NOT_SAVED_HERE = 'This file is not one that was saved here.'

/** What the site says and its pictures as one JSON file, and such a file back into a form. Publishes nothing. */
export function siteContentFileApi(app: App, quarantine: Quarantine, takeUpload: TakeUpload) {
  async function take(path: string): Promise<{ centre: Centre } | Refusal> {
    const file = parseContentFile(await readFile(path, 'utf8'))
    if (!file) return refusal('', NOT_SAVED_HERE)
    const checked = readContent(file.centre, file.schemaVersion)
    if ('faults' in checked) {
      const [fault] = checked.faults
      return refusal(fault?.field ?? '', `This file cannot be used: ${sentenceOf(fault)}`)
    }
    const taken = await withCopies(quarantine, (copyOf) =>
      takePicturesIn(app, checked.centre, file.pictures, (bytes) => copyOf(Readable.from([bytes]))),
    )
    if (!('refused' in taken)) return { centre: taken }
    if (taken.refused !== 'picture-missing')
      return { ...taken, sentence: `${fieldName(taken.field)}: ${taken.sentence}` }
    return { ...taken, sentence: `This file cannot be used: ${fieldName(taken.field)} ${taken.sentence}.` }
  }

  return new Hono<HttpEnv>()
    .post('/site/content-file', valid('json', z.strictObject({ centre: z.unknown() })), async (c) => {
      const checked = checkCentre(c.req.valid('json').centre, await knownTexts(app))
      if ('faults' in checked) return refuseFaults(c, checked.faults)
      return c.json(contentFile(checked.centre, await readSources(app, checked.centre)), 200)
    })
    .post(
      '/site/content-files',
      unlessLocked(app),
      valid('json', uploadSchema.omit({ withoutScripts: true })),
      async (c) => {
        const taken = await takeUpload(c, 'content-file', c.req.valid('json'), ({ path }) => take(path))
        if ('refused' in taken) return refuse(c, app, taken)
        return c.json(taken, 200)
      },
    )
}

function sentenceOf(fault: { field: string; message: string } | undefined) {
  return `${fieldName(fault?.field ?? '') || 'it'} ${fault?.message ?? 'is damaged'}.`
}

function refusal(field: string, sentence: string): Refusal {
  return { refused: 'invalid-content', field, sentence }
}
