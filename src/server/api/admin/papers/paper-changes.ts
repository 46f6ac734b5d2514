import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import { binPaper, deleteForGood, restorePaper } from '#domain/bin/bin.server.ts'
import { doInBulk } from '#domain/desk-list/bulk.server.ts'
import { BULK_LIMIT } from '#domain/paper/desk-paper.ts'
import { revisePaper } from '#domain/publishing/revise.server.ts'
import { newApi } from '#server/api/api.ts'
import { answers, guarded, idSchema, refuses, security } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { answerRevision, matchSchema, noPaper, revised, versionOf } from './paper-schemas.ts'

const tags = ['Administration']

const text = z.string('must be a text').optional()
const someFields = {
  degree: text.openapi({ example: '12th-cbse' }),
  subject: text,
  month: text,
  year: text.openapi({ description: 'Four digits, as text' }),
  referenceLink: text.openapi({ description: 'Empty for none' }),
}
const NO_FIELDS = 'needs at least one field'

const revise = createRoute({
  method: 'patch',
  path: '/papers/{id}',
  tags,
  security,
  summary: 'Changes fields of a paper, all that are sent or none',
  request: {
    params: idSchema,
    headers: z.object({ 'if-match': matchSchema.optional() }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({ title: text, ...someFields }, 'must be an object of fields')
            .refine((fields) => Object.keys(fields).length > 0, NO_FIELDS),
        },
      },
    },
  },
  responses: { ...revised, 428: refuses('If-Match is missing'), ...guarded },
})

const bin = createRoute({
  method: 'delete',
  path: '/papers/{id}',
  tags,
  security,
  summary: 'Moves a paper into the bin, where it is kept for 30 days',
  request: { params: idSchema },
  responses: {
    204: { description: 'It is in the bin' },
    404: refuses('There is no such paper'),
    ...guarded,
  },
})

const restore = createRoute({
  method: 'post',
  path: '/papers/{id}/restoration',
  tags,
  security,
  summary: 'Brings a paper back from the bin; one that is published already stays as it is',
  request: { params: idSchema },
  responses: { ...revised, 409: refuses('One of its files is missing on the server'), ...guarded },
})

const deletion = createRoute({
  method: 'delete',
  path: '/bin/{id}',
  tags,
  security,
  summary: 'Deletes a paper of the bin and its files, for good',
  request: { params: idSchema },
  responses: {
    204: { description: 'Deleted' },
    404: refuses('There is no such paper in the bin'),
    ...guarded,
  },
})

const idsSchema = z
  .array(idSchema.shape.id, 'must be a list of ids')
  .min(1, 'needs at least one id')
  .max(BULK_LIMIT, `may have at most ${BULK_LIMIT} ids`)

const together = createRoute({
  method: 'post',
  path: '/bulk',
  tags,
  security,
  summary: 'Changes, bins, restores or deletes many papers, each for itself',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.discriminatedUnion(
            'action',
            [
              z.strictObject({
                action: z.literal('change'),
                ids: idsSchema,
                change: z
                  .strictObject(someFields, 'must be an object of fields')
                  .refine((fields) => Object.keys(fields).length > 0, NO_FIELDS),
              }),
              z.strictObject({ action: z.enum(['bin', 'restore', 'delete']), ids: idsSchema }),
            ],
            'must be one of change, bin, restore, delete',
          ),
        },
      },
    },
  },
  responses: {
    200: answers(
      'What became of each paper',
      z.object({
        done: z.array(z.string()),
        missing: z.array(z.string()),
        refused: z.array(z.object({ id: z.string(), detail: z.string() })),
      }),
    ),
    422: refuses('The request is wrong; nothing was done'),
    ...guarded,
  },
})

/** The catalogue as the administrator changes it. */
export function deskChangesApi(app: App) {
  return newApi()
    .openapi(revise, async (c) => {
      const match = c.req.valid('header')['if-match']
      if (match === undefined) return needsMatch(c) as never
      const { id } = c.req.valid('param')
      const version = versionOf(match)
      const revision = await revisePaper(app, id, c.req.valid('json'), c.var.administrator, { version })
      const answer = answerRevision(c, revision)
      if (answer.ok) logChange(c, app, 'paper revised', { paper: id })
      return answer as never
    })
    .openapi(bin, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await binPaper(app, id, c.var.administrator))) return noPaper(c) as never
      logChange(c, app, 'paper binned', { paper: id })
      return c.body(null, 204)
    })
    .openapi(restore, async (c) => {
      const { id } = c.req.valid('param')
      const revision = await restorePaper(app, id, c.var.administrator)
      const answer = answerRevision(c, revision)
      if (answer.ok) logChange(c, app, 'paper restored', { paper: id })
      return answer as never
    })
    .openapi(deletion, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await deleteForGood(app, id, c.var.administrator))) return noPaper(c) as never
      logChange(c, app, 'paper deleted', { paper: id })
      return c.body(null, 204)
    })
    .openapi(together, async (c) => {
      const { ids, ...action } = c.req.valid('json')
      const outcome = await doInBulk(app, ids, action, c.var.administrator)
      logChange(c, app, 'papers changed together', { action: action.action, papers: outcome.done.length })
      return c.json(outcome, 200)
    })
}

function needsMatch(c: Context<HttpEnv>) {
  return problem(
    c,
    428,
    'version-needed',
    'Send the version that you changed as If-Match, so that nothing is overwritten unseen.',
    { field: 'If-Match' },
  )
}

function logChange(c: Context<HttpEnv>, app: App, what: string, fields: Record<string, unknown>) {
  app.log.info({ requestId: c.var.requestId, administrator: c.var.administrator.id, ...fields }, what)
}
