import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { ENTRY_KINDS } from '#domain/journal/entry.ts'
import { listChanges } from '#domain/journal/journal.server.ts'
import { newApi } from '../api.ts'
import { answers, guarded, refuses, security } from '../schemas.ts'

const ENTRIES_AT_ONCE = 50

const fieldsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable()

const entrySchema = z
  .object({
    id: z.number().int(),
    at: z.string().openapi({ description: 'UTC, ISO 8601' }),
    author: z.string(),
    action: z.string(),
    kind: z.enum(ENTRY_KINDS),
    subjectId: z.string(),
    subject: z.string(),
    before: fieldsSchema,
    after: fieldsSchema,
  })
  .openapi('Entry')

const idRule = 'must be the id of an entry'
const list = createRoute({
  method: 'get',
  path: '/journal',
  tags: ['Administration'],
  security,
  summary: 'Changes, newest first, fifty at a time',
  request: {
    query: z.strictObject({
      kind: z.enum(ENTRY_KINDS, `must be one of ${ENTRY_KINDS.join(', ')}`).optional(),
      subjectId: z.string().max(100, 'is too long').optional(),
      before: z
        .string(idRule)
        .regex(/^\d{1,15}$/, idRule)
        .transform(Number)
        .optional()
        .openapi({ description: 'Only entries older than the one with this id' }),
    }),
  },
  responses: {
    200: answers(
      'Entries, and whether there are older ones',
      z.object({ entries: z.array(entrySchema), more: z.boolean() }),
    ),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

/** The journal: who changed what, when, from what to what. */
export function journalApi(app: App) {
  return newApi().openapi(list, async (c) => {
    const found = await listChanges(app, { ...c.req.valid('query'), limit: ENTRIES_AT_ONCE + 1 })
    return c.json({ entries: found.slice(0, ENTRIES_AT_ONCE), more: found.length > ENTRIES_AT_ONCE }, 200)
  })
}
