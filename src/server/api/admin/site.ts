import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import { type CentreFault, checkCentre } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { findMissingPictures } from '#domain/centre/pictures/keep-picture.server.ts'
import { PREVIEW_PAGES } from '#domain/centre/preview.ts'
import { findVersion, listVersions, publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { EDITORS_PARTS, whomToAsk } from '#domain/identity/roles.ts'
import { SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { valid } from '#server/api/api.ts'
import { drawPreview } from '#server/pages/preview.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

const LOCKED =
  'This site is kept in site.config.ts (SITE_CONTENT=file): change it there and start again, or take the setting away.'

/** Before anything is read or stored: what is sent to a locked site could never be published. */
export function unlessLocked(app: Pick<App, 'centre'>) {
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
          `${sentence} ${whomToAsk(administrator.role, await app.identity.owners())}`,
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
      return c.json({ html: await drawPreview(app, c, { ...page, centre: checked.centre }) }, 200)
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

/** Where texts stand that may be longer than the desk takes. */
export async function knownTexts(app: App): Promise<Centre[]> {
  return [(await app.centre.read()).centre, app.centre.first]
}

/** All that is wrong with a document, by its fields; the sentence is about the first. */
export function refuseFaults(c: Context<HttpEnv>, faults: CentreFault[]) {
  const [first] = faults
  const fields = Object.fromEntries(faults.map(({ field, message }) => [field, message]))
  return problem(c, 422, 'invalid-content', `${fieldName(first?.field ?? '')} ${first?.message}.`, {
    field: first?.field,
    fields,
  })
}
