import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { doInBulk } from '#domain/admin-list/admin-list.server.ts'
import type { App } from '#domain/app.ts'
import { binPaper, deleteForGood, restorePaper } from '#domain/bin/bin.server.ts'
import { hidePaper, showPaper } from '#domain/bin/hide.server.ts'
import { reaches } from '#domain/identity/roles.ts'
import { FIELD_NAMES } from '#domain/paper/form-fields.ts'
import { recordOf } from '#domain/paper/paper-fields.ts'
import { revisePaper } from '#domain/publishing/revise.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, showAtSchema } from '#server/api/schemas.ts'
import { othersPapers, roleNeeded, sentenceOf } from '#server/middleware/admin-roles.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { answerRevision, matchHeader, needsMatch, noPaper, versionOf } from './replacements.ts'

const BULK_LIMIT = 200

const text = z.string('must be a text').optional()
const { title: _, ...someFields } = recordOf(FIELD_NAMES, () => text)
const FIELDS = 'must be an object of fields'
const hasFields = (fields: object) => Object.keys(fields).length > 0
const NO_FIELDS = 'needs at least one field'
const revision = z.strictObject({ title: text, ...someFields }, FIELDS).refine(hasFields, NO_FIELDS)

const ids = z
  .array(idSchema.shape.id, 'must be a list of ids')
  .min(1, 'needs at least one id')
  .max(BULK_LIMIT, `may have at most ${BULK_LIMIT} ids`)
const bulk = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('change'),
      ids,
      change: z.strictObject(someFields, FIELDS).refine(hasFields, NO_FIELDS),
    }),
    z.strictObject({ action: z.literal('hide'), ids, showAt: showAtSchema }),
    z.strictObject({ action: z.enum(['show', 'bin', 'restore', 'delete']), ids }),
  ],
  'must be one of change, hide, show, bin, restore, delete',
)

const visibility = z.strictObject(
  { hidden: z.boolean('must be true or false'), showAt: showAtSchema },
  'must be an object with hidden and showAt',
)

export function paperChangesApi(app: App) {
  const param = valid('param', idSchema)
  return new Hono<HttpEnv>()
    .patch('/papers/:id', param, valid('header', matchHeader), valid('json', revision), async (c) => {
      const match = c.req.valid('header')['if-match']
      if (match === undefined) return needsMatch(c)
      const { id } = c.req.valid('param')
      const version = versionOf(match)
      const revised = await revisePaper(app, id, c.req.valid('json'), c.var.administrator, { version })
      const answer = answerRevision(c, revised)
      if (answer.ok) logChange(c, app, 'paper revised', { paper: id })
      return answer
    })
    .put('/papers/:id/visibility', param, valid('json', visibility), async (c) => {
      const { id } = c.req.valid('param')
      const { hidden, showAt } = c.req.valid('json')
      const { administrator } = c.var
      const answer = answerRevision(
        c,
        hidden
          ? await hidePaper(app, id, { showAt }, administrator)
          : await showPaper(app, id, administrator),
      )
      if (answer.ok) logChange(c, app, hidden ? 'paper hidden' : 'paper shown', { paper: id, showAt })
      return answer
    })
    .delete('/papers/:id', param, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await binPaper(app, id, c.var.administrator))) return noPaper(c)
      logChange(c, app, 'paper binned', { paper: id })
      return c.body(null, 204)
    })
    .post('/papers/:id/restoration', param, async (c) => {
      const { id } = c.req.valid('param')
      const answer = answerRevision(c, await restorePaper(app, id, c.var.administrator))
      if (answer.ok) logChange(c, app, 'paper restored', { paper: id })
      return answer
    })
    .delete('/bin/:id', param, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await deleteForGood(app, id, c.var.administrator))) return noPaper(c)
      logChange(c, app, 'paper deleted', { paper: id })
      return c.body(null, 204)
    })
    .post('/bulk', valid('json', bulk), async (c) => {
      const { ids, ...action } = c.req.valid('json')
      if (action.action === 'delete' && !reaches(c.var.administrator.role, 'editor'))
        return await roleNeeded(app, c, 'editor')
      const others = { ids: await othersPapers(app, c, ids), detail: await sentenceOf(app, c, 'adder') }
      const outcome = await doInBulk(app, ids, action, c.var.administrator, others)
      logChange(c, app, 'papers changed together', { action: action.action, papers: outcome.done.length })
      return c.json(outcome, 200)
    })
}

function logChange(c: Context<HttpEnv>, app: App, what: string, fields: Record<string, unknown>) {
  app.log.info({ requestId: c.var.requestId, administrator: c.var.administrator.id, ...fields }, what)
}
