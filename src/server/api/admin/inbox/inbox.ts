import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { THUMBNAIL_FORMAT } from '#domain/files/file-key.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { addFile, findAdded, findFile, findPicture, removeFile } from '#domain/inbox/add-file.server.ts'
import { countWaiting, listChanges, saveChanges } from '#domain/inbox/changes.server.ts'
import { readFirstPage } from '#domain/inbox/first-pages.server.ts'
import { publishFile } from '#domain/inbox/publish-file.server.ts'
import { type PaperSubmission, paperSubmission, type Refusal } from '#domain/paper/submission.ts'
import { readingPace } from '#domain/recognition/recognise-next.server.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { valid } from '#server/api/api.ts'
import { mayDeleteUploads, othersPapers, roleNeeded } from '#server/middleware/admin-roles.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { inboxChangesSchema, publicationSchema } from './inbox-schemas.ts'
import { refuse, type TakeUpload, uploadId, uploadSchema } from './uploads.ts'

const fileSchema = uploadSchema.extend({
  /** Parent folders, the nearest last: their names may tell its fields. */
  folders: z.string('must be a text').max(2_000, 'is too long').optional(),
})

const readSchema = uploadSchema.extend({
  /** Whether a scan's page is to be recognised. */
  recognises: z.boolean('must be true or false').optional(),
})

export function inboxApi(app: App, takeUpload: TakeUpload) {
  const param = valid('param', z.object({ uploadId }))
  return new Hono<HttpEnv>()
    .post('/inbox', valid('json', fileSchema), async (c) => {
      const { folders, ...upload } = c.req.valid('json')
      const { uploadId } = upload
      const { administrator } = c.var
      const add = (file: ReceivedFile) => addFile(app, file, { uploadId, administrator, folders })
      const outcome = (await findAdded(app, uploadId)) ?? (await takeUpload(c, 'file', upload, add))
      return 'refused' in outcome ? refuse(c, app, outcome) : c.json(outcome.file, outcome.isNew ? 201 : 200)
    })
    .get('/inbox/:uploadId', param, async (c) => {
      const file = await findFile(app, c.req.valid('param').uploadId)
      return file ? c.json(file, 200) : notInInbox(c)
    })
    .get('/inbox/:uploadId/thumbnail', param, async (c) => {
      const picture = await findPicture(app, c.req.valid('param').uploadId)
      return picture ? answerPicture(c, picture) : notInInbox(c)
    })
    .delete('/inbox/:uploadId', param, async (c) => {
      await removeFile(app, c.req.valid('param').uploadId, c.var.administrator)
      return c.body(null, 204)
    })
    .post('/inbox/:uploadId/publication', param, valid('json', publicationSchema), async (c) => {
      const { replace, version, unlocked, file, thumbnail, hidden, showAt, ...fields } = c.req.valid('json')
      const uploadId = c.req.valid('param').uploadId
      if (replace && (await othersPapers(app, c, [replace])).size > 0)
        return await roleNeeded(app, c, 'adder')
      const read = readSubmission(fields, app.clock.now())
      if ('refused' in read) return refuse(c, app, read)
      const publish = (pdf?: ReceivedFile, picture?: ReceivedFile) =>
        publishFile(app, uploadId, read.submission, c.var.administrator, {
          replace,
          version,
          unlocked,
          hiding: hidden ? { showAt } : undefined,
          sent: { pdf, thumbnail: picture },
        })
      const publishWith = (pdf?: ReceivedFile) =>
        thumbnail ? takeUpload(c, 'thumbnail', thumbnail, (picture) => publish(pdf, picture)) : publish(pdf)
      const published =
        file && (await publish()) === 'missing'
          ? await takeUpload(c, 'file', { ...file, uploadId }, publishWith)
          : await publishWith()
      if (published === 'missing') return notInInbox(c)
      if ('refused' in published) return refuse(c, app, published)
      if ('changed' in published) {
        const current = published.changed
        return problem(c, 409, 'changed-meanwhile', CHANGED_MEANWHILE, { current })
      }
      const { paper, isNew } = published
      const who = { requestId: c.var.requestId, administrator: c.var.administrator.id }
      if (isNew) app.log.info({ ...who, paper: paper.id, bytes: paper.size }, 'paper published')
      return c.json(paper, isNew ? 201 : 200)
    })
    .post('/first-pages', valid('json', uploadSchema), async (c) => {
      const inspected = await takeUpload(c, 'file', c.req.valid('json'), async ({ path }) => {
        const { accepted, ...found } = await app.inspector.inspectPdf(path)
        return 'reason' in found ? { refused: found.reason, field: 'file', sentence: found.sentence } : found
      })
      return 'refused' in inspected ? refuse(c, app, inspected) : answerPicture(c, inspected.thumbnail)
    })
    .post('/first-pages/hints', valid('json', readSchema), async (c) => {
      const { recognises = false, ...upload } = c.req.valid('json')
      const readIt = (file: ReceivedFile) => readFirstPage(app, file, recognises)
      const read = await takeUpload(c, 'file', upload, readIt, { keeps: true })
      return 'refused' in read ? refuse(c, app, read) : c.json(read, 200)
    })
}

function answerPicture(c: Context<HttpEnv>, picture: Uint8Array) {
  const headers = { 'Content-Type': THUMBNAIL_FORMAT.contentType, 'Cache-Control': 'no-store' }
  return c.body(picture as Uint8Array<ArrayBuffer>, 200, headers)
}

function notInInbox(c: Context<HttpEnv>) {
  return problem(c, 404, 'not-in-inbox', 'This file is not in the inbox; send it again.')
}

/** Returns the first fault, by its field. */
function readSubmission(
  fields: Record<string, string | undefined>,
  now: Date,
): { submission: PaperSubmission } | Refusal {
  const read = paperSubmission(currentYear(now)).strict().safeParse(fields)
  if (read.success) return { submission: read.data }
  const issue = read.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? ''
    const sentence = `There is no field called "${name}"; leave it out.`
    return { refused: 'unknown-field', field: name, sentence }
  }
  const field = String(issue?.path[0] ?? '')
  const sentence = fields[field] === undefined ? `The field "${field}" is missing.` : (issue?.message ?? '')
  return { refused: 'invalid-field', field, sentence }
}

const CHANGED_MEANWHILE = 'Somebody else has changed this row meanwhile; look at it as it is now.'

/** The version of an earlier answer: returns only later changes. */
const afterSchema = z.object({ after: z.coerce.number('must be a number').int().min(0).optional() })

export function inboxChangesApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/inbox', valid('query', afterSchema), async (c) => {
      const { after = 0 } = c.req.valid('query')
      return c.json({ ...(await listChanges(app, { after })), pace: await readingPace(app) }, 200)
    })
    .get('/inbox/waiting', async (c) => c.json({ waiting: await countWaiting(app) }, 200))
    .post('/inbox/changes', valid('json', inboxChangesSchema), async (c) => {
      const { from, changes } = c.req.valid('json')
      const away = changes.filter((change) => change.away).map(({ uploadId }) => uploadId)
      if (away.length > 0 && !(await mayDeleteUploads(app, c, away)))
        return await roleNeeded(app, c, 'sender')
      const outcome = await saveChanges(app, changes, { by: c.var.administrator.email, from })
      if (outcome.changed.length + outcome.gone.length === 0) return c.json(outcome, 200)
      return problem(c, 409, 'changed-meanwhile', CHANGED_MEANWHILE, outcome)
    })
}
