import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { type Centre, PREVIEW_PAGES } from '#domain/centre/centre.ts'
import { type CentreFault, checkCentre } from '#domain/centre/check-centre.ts'
import { cropSchema } from '#domain/centre/content-schemas.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import {
  cropPicture,
  findMissingPictures,
  readSource,
  readSources,
  storeSource,
  takePicturesIn,
} from '#domain/centre/pictures/pictures.server.ts'
import { PICTURE_USES, type PictureUse } from '#domain/centre/pictures/site-picture.ts'
import { contentFile, parseContentFile, readContent } from '#domain/centre/versions/document.ts'
import { findVersion, listVersions, publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { EDITORS_PARTS, roleRefusal } from '#domain/identity/roles.ts'
import { SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { valid } from '#server/api/api.ts'
import { renderPreview } from '#server/pages/render-html.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { type Quarantine, withCopies } from '#server/uploading/quarantine.ts'
import { refuse, type TakeUpload, uploadSchema } from './inbox/uploads.ts'

const LOCKED =
  'This site is kept in site.config.ts (SITE_CONTENT=file): change it there and start again, or take the setting away.'

/** Before anything is read or stored: what is sent to a locked site could never be published. */
function unlessLocked(app: Pick<App, 'centre'>) {
  return createMiddleware<HttpEnv>(async (c, next) =>
    app.centre.isLocked ? problem(c, 403, 'site-locked', LOCKED) : await next(),
  )
}

const VERSIONS_AT_ONCE = 20
const NOTE_LIMIT = 200

const number = z
  .string('must be the number of a version')
  .regex(/^\d{1,9}$/, 'must be the number of a version')
  .transform(Number)
/** `basedOn` is the version that the changes were made from. */
const sent = z.strictObject({
  basedOn: z.int().min(0),
  note: z.string().trim().max(NOTE_LIMIT, `has more than ${NOTE_LIMIT} characters`).default(''),
  centre: z.unknown(),
})

const previewed = z.strictObject({
  path: z.enum(
    PREVIEW_PAGES.map(({ path }) => path),
    'must be a page of the site',
  ),
  language: z.enum(SHOWN_LANGUAGES, 'must be a language of the site').default('en'),
  centre: z.unknown(),
})

export function siteContentApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/site', async (c) => {
      const { version, author, centre } = await app.centre.read()
      return c.json({ version, author, centre, locked: app.centre.isLocked ? LOCKED : null }, 200)
    })
    .put('/site', unlessLocked(app), valid('json', sent), async (c) => {
      const { basedOn, note, centre } = c.req.valid('json')
      const checked = checkCentre(centre, await knownTexts(app))
      if ('faults' in checked) return refuseFaults(c, checked.faults)
      const missing = await findMissingPictures(app, checked.centre)
      if (missing.length > 0) return refuseFaults(c, missing)
      const { administrator, requestId } = c.var
      const only = administrator.role === 'owner' ? undefined : EDITORS_PARTS
      const outcome = await publishCentre(app, checked.centre, administrator, { basedOn, note, only })
      if ('beyond' in outcome) {
        const [part = ''] = outcome.beyond
        const sentence = `“${fieldName(part)}” is changed, too, and editors change announcements and exam dates alone.`
        return problem(
          c,
          403,
          'role-needed',
          `${sentence} ${roleRefusal(administrator.role, await app.identity.owners())}`,
        )
      }
      if ('conflict' in outcome) {
        return problem(
          c,
          409,
          'changed-meanwhile',
          'Somebody has published meanwhile; look at what they changed, then publish again.',
          { current: outcome.conflict },
        )
      }
      const { version, author } = outcome.published
      app.log.info({ requestId, administrator: administrator.id, version }, 'site content published')
      return c.json({ version, author, centre: outcome.published.centre }, 200)
    })
    .post('/site/preview', valid('json', previewed), async (c) => {
      const { centre, ...page } = c.req.valid('json')
      const checked = checkCentre(centre, await knownTexts(app))
      if ('faults' in checked) return refuseFaults(c, checked.faults)
      return c.json({ html: await renderPreview(app, c, { ...page, centre: checked.centre }) }, 200)
    })
    .get('/site/versions', valid('query', z.strictObject({ before: number.optional() })), async (c) =>
      c.json(await listVersions(app, { ...c.req.valid('query'), limit: VERSIONS_AT_ONCE }), 200),
    )
    .get('/site/versions/:id', valid('param', z.object({ id: number })), async (c) => {
      const centre = await findVersion(app, c.req.valid('param').id)
      if (!centre) return problem(c, 404, 'not-found', 'There is no such version, or it is damaged.')
      return c.json({ centre }, 200)
    })
}

/** Where texts are that may be longer than the admin area takes. */
async function knownTexts(app: App): Promise<Centre[]> {
  return [(await app.centre.read()).centre, app.centre.first]
}

/** All that is wrong with a document, by its fields; the sentence is about the first. */
function refuseFaults(c: Context<HttpEnv>, faults: CentreFault[]) {
  const [first] = faults
  const fields = Object.fromEntries(faults.map(({ field, message }) => [field, message]))
  return problem(c, 422, 'invalid-content', `${fieldName(first?.field ?? '')} ${first?.message}.`, {
    field: first?.field,
    fields,
  })
}

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

const NO_SOURCE = 'This picture is not on the site any more; choose it again.'

const use = z.enum(
  Object.keys(PICTURE_USES) as [PictureUse, ...PictureUse[]],
  'must be logo, slide, about or portrait',
)
const sentPicture = uploadSchema.omit({ withoutScripts: true }).extend({ use })
const sourceParam = z.object({ source: z.string().regex(/^[0-9a-f]{32}$/) })

/** Pictures come as uploads, are kept re-rendered as sources, and are cropped into what the pages show. */
export function sitePicturesApi(app: App, takeUpload: TakeUpload) {
  return new Hono<HttpEnv>()
    .post('/site/pictures', unlessLocked(app), valid('json', sentPicture), async (c) => {
      const { use, ...upload } = c.req.valid('json')
      const stored = await takeUpload(c, 'picture', upload, ({ path }) => storeSource(app, path, use))
      if ('refused' in stored) return refuse(c, app, stored)
      return c.json(stored, 201)
    })
    .get('/site/pictures/:source', valid('param', sourceParam), async (c) => {
      const bytes = await readSource(app, c.req.valid('param').source)
      if (!bytes) return problem(c, 404, 'not-found', NO_SOURCE)
      return c.body(bytes, 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' })
    })
    .post(
      '/site/pictures/:source/crops',
      unlessLocked(app),
      valid('param', sourceParam),
      valid('json', z.strictObject({ use, crop: cropSchema })),
      async (c) => {
        const { use, crop } = c.req.valid('json')
        const picture = await cropPicture(app, c.req.valid('param').source, use, crop)
        if (!picture) return problem(c, 404, 'not-found', NO_SOURCE)
        if ('refused' in picture) return refuse(c, app, picture)
        return c.json({ picture }, 201)
      },
    )
}
