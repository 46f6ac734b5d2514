import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { ENTRY_KINDS, type EntryKind } from '#domain/journal/entry.ts'
import { listChanges } from '#domain/journal/journal.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { valid } from '../api.ts'

const ENTRIES_AT_ONCE = 50
/** Sign-ins, devices and second factors of others are for owners. */
const OWNERS_KINDS: EntryKind[] = ['administrator']

const idRule = 'must be the id of an entry'
const query = z.strictObject({
  kind: z.enum(ENTRY_KINDS, `must be one of ${ENTRY_KINDS.join(', ')}`).optional(),
  subjectId: z.string().max(100, 'is too long').optional(),
  before: z
    .string(idRule)
    .regex(/^\d{1,15}$/, idRule)
    .transform(Number)
    .optional(),
})

export function journalApi(app: App) {
  return new Hono<HttpEnv>().get('/journal', valid('query', query), async (c) => {
    const hidden = c.var.administrator.role === 'owner' ? [] : OWNERS_KINDS
    const found = await listChanges(app, { ...c.req.valid('query'), hidden, limit: ENTRIES_AT_ONCE + 1 })
    return c.json({ entries: found.slice(0, ENTRIES_AT_ONCE), more: found.length > ENTRIES_AT_ONCE }, 200)
  })
}
