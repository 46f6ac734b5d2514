import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { countWaiting, listChanges, saveChanges } from '#domain/inbox/changes.server.ts'
import { newApi } from '#server/api/api.ts'
import { answers, guarded, refuses, security } from '#server/api/schemas.ts'
import { problem, problemSchema } from '#server/serving/problem.ts'
import { inboxChangesSchema, inboxListSchema, savedChangesSchema } from './inbox-schemas.ts'

const tags = ['Administration']

export const CHANGED_MEANWHILE = 'Somebody else has changed this row meanwhile; look at it as it is now.'

const listRoute = createRoute({
  method: 'get',
  path: '/inbox',
  tags,
  security,
  summary:
    'The files that wait for their fields, in the order in which they came, or what has changed of them',
  request: {
    query: z.object({
      after: z.coerce.number('must be a number').int().min(0).optional().openapi({
        description: 'The version of an earlier answer: only what has changed since; not counted as use',
      }),
    }),
  },
  responses: {
    200: answers('All of them, or what has changed', inboxListSchema),
    422: refuses('The version is no number'),
    ...guarded,
  },
})

const waitingRoute = createRoute({
  method: 'get',
  path: '/inbox/waiting',
  tags,
  security,
  summary: 'How many files wait for their fields; not counted as use',
  responses: {
    200: answers('Those taken away do not count', z.object({ waiting: z.number().int() })),
    ...guarded,
  },
})

const changesRoute = createRoute({
  method: 'post',
  path: '/inbox/changes',
  tags,
  security,
  summary: 'Saves what was typed, confirmed, decided or taken away, each file over the version that was seen',
  request: { body: { required: true, content: { 'application/json': { schema: inboxChangesSchema } } } },
  responses: {
    200: answers('All are saved', savedChangesSchema),
    409: {
      description:
        'Some were changed by somebody else meanwhile, or are gone; the others are saved. The same members as in 200.',
      content: { 'application/problem+json': { schema: problemSchema.extend(savedChangesSchema.shape) } },
    },
    422: refuses('A field is unknown or wrong; nothing was saved'),
    ...guarded,
  },
})

/** What lies in the inbox, and what people have typed into it: one inbox for all administrators. */
export function inboxChangesApi(app: App) {
  return newApi()
    .openapi(listRoute, async (c) => {
      const { after = 0 } = c.req.valid('query')
      return c.json(await listChanges(app, { after }), 200)
    })
    .openapi(waitingRoute, async (c) => c.json({ waiting: await countWaiting(app) }, 200))
    .openapi(changesRoute, async (c) => {
      const { from, changes } = c.req.valid('json')
      const outcome = await saveChanges(app, changes, { by: c.var.administrator.email, from })
      if (outcome.changed.length + outcome.gone.length === 0) return c.json(outcome, 200)
      return problem(c, 409, 'changed-meanwhile', CHANGED_MEANWHILE, outcome) as never
    })
}
