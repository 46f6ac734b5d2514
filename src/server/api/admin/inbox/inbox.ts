import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { dropHeld, findHeld, findHeldPicture, holdFile } from '#domain/inbox/hold.server.ts'
import { publishHeld } from '#domain/inbox/publish-held.server.ts'
import type { Refusal } from '#domain/paper/refusal.ts'
import { newApi } from '#server/api/api.ts'
import { answers, guarded, paperSchema, refuses, security } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import type { ReceivedUpload } from '#server/uploading/receive-upload.ts'
import { CHANGED_MEANWHILE } from './inbox-changes.ts'
import { inboxFileSchema, publicationSchema } from './inbox-schemas.ts'
import { readSubmission } from './read-submission.ts'
import { logRefusal, type PaperReceiver, receivedPaper, scriptsHeader } from './receive-paper.ts'
import { UPLOAD_ID_RULE, uploadId } from './uploads.ts'

const tags = ['Administration']
const params = z.object({ uploadId })
const notThere = refuses('There is no such file in the inbox')
/** What has happened already, rather than what is wrong with what was sent. */
const CONFLICTS = ['already-published', 'in-the-bin', 'inbox-full', 'paper-not-found']

/** Described only: a validated form would be read into memory, and this one is streamed. */
const holdRoute = createRoute({
  method: 'post',
  path: '/inbox',
  tags,
  security,
  summary: 'Sends a PDF ahead of its fields: it is judged and kept for a week, for all administrators',
  request: {
    headers: scriptsHeader.extend({
      'Upload-Id': uploadId.openapi({
        description: 'Your name for this file: the same one again stores nothing twice',
      }),
    }),
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            file: z.string().openapi({ format: 'binary', description: 'The PDF, at most 50 MiB' }),
            folders: z.string().optional().openapi({
              description: 'The folders in which it lay, the nearest last: their names may say its fields',
              example: '2016/Class 12/Physics',
            }),
          }),
        },
      },
    },
  },
  responses: {
    200: answers('It was there already', inboxFileSchema),
    201: answers('It is kept', inboxFileSchema),
    409: refuses('The file was published already, or the inbox is full'),
    422: refuses('The file or the header cannot be accepted'),
    ...receivedPaper,
    ...guarded,
  },
})

const oneRoute = createRoute({
  method: 'get',
  path: '/inbox/{uploadId}',
  tags,
  security,
  summary: 'One file that waits for its fields, to be asked before it is sent again',
  request: { params },
  responses: { 200: answers('It arrived', inboxFileSchema), 404: notThere, ...guarded },
})

const thumbnailRoute = createRoute({
  method: 'get',
  path: '/inbox/{uploadId}/thumbnail',
  tags,
  security,
  summary: 'The first page of a file that waits for its fields',
  request: { params },
  responses: {
    200: { description: 'A picture', content: { 'image/webp': { schema: z.string() } } },
    404: notThere,
    ...guarded,
  },
})

const dropRoute = createRoute({
  method: 'delete',
  path: '/inbox/{uploadId}',
  tags,
  security,
  summary: 'Takes a file out of the inbox; one that is not there is as good as taken off',
  request: { params },
  responses: { 204: { description: 'It is not in the inbox' }, ...guarded },
})

const publishRoute = createRoute({
  method: 'post',
  path: '/inbox/{uploadId}/publication',
  tags,
  security,
  summary: 'Publishes a file of the inbox with its fields; again it answers the same paper',
  request: {
    params,
    body: { required: true, content: { 'application/json': { schema: publicationSchema } } },
  },
  responses: {
    200: answers('The paper, published by an earlier request', paperSchema),
    201: answers('The paper, published now; the file is out of the inbox', paperSchema),
    404: refuses('Neither the file nor a paper of it is there: send the file again'),
    409: refuses(
      'Its paper is in the bin, the paper to be replaced is not published, or the row was changed meanwhile',
    ),
    422: refuses('A field cannot be accepted; the file stays in the inbox'),
    ...guarded,
  },
})

/** Files that wait for their fields. */
export function inboxApi(app: App, receivePaper: PaperReceiver) {
  return mountHold(newApi(), app, receivePaper)
    .openapi(oneRoute, async (c) => {
      const file = await findHeld(app, c.req.valid('param').uploadId)
      return file ? c.json(file, 200) : (notInInbox(c) as never)
    })
    .openapi(thumbnailRoute, async (c) => {
      const picture = await findHeldPicture(app, c.req.valid('param').uploadId)
      if (!picture) return notInInbox(c) as never
      const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' }
      return c.body(picture as Uint8Array<ArrayBuffer>, 200, headers) as never
    })
    .openapi(dropRoute, async (c) => {
      await dropHeld(app, c.req.valid('param').uploadId, c.var.administrator)
      return c.body(null, 204)
    })
    .openapi(publishRoute, async (c) => {
      const { replace, version, ...fields } = c.req.valid('json')
      const { uploadId } = c.req.valid('param')
      const read = readSubmission(fields, app.clock.now())
      if ('refused' in read) return refuse(c, app, read) as never
      const over = { replace, version }
      const published = await publishHeld(app, uploadId, read.submission, c.var.administrator, over)
      if (published === 'missing') return notInInbox(c) as never
      if ('refused' in published) return refuse(c, app, published) as never
      if ('changed' in published)
        return problem(c, 409, 'changed-meanwhile', CHANGED_MEANWHILE, {
          current: published.changed,
        }) as never
      const { paper, isNew } = published
      const who = { requestId: c.var.requestId, administrator: c.var.administrator.id }
      if (isNew) app.log.info({ ...who, paper: paper.id, bytes: paper.size }, 'paper published')
      return c.json(paper, isNew ? 201 : 200)
    })
}

function mountHold<Api extends OpenAPIHono<HttpEnv>>(api: Api, app: App, receivePaper: PaperReceiver): Api {
  api.openAPIRegistry.registerPath(holdRoute)
  api.post('/inbox', async (c) => {
    const id = uploadId.safeParse(c.req.header('upload-id'))
    if (!id.success) {
      return problem(c, 422, 'invalid-request', `The header "Upload-Id" ${UPLOAD_ID_RULE}.`, {
        field: 'Upload-Id',
      })
    }
    return await receivePaper(c, (upload) => hold(c, app, id.data, upload), { file: PDF_LIMIT })
  })
  return api
}

async function hold(c: Context<HttpEnv>, app: App, uploadId: string, upload: ReceivedUpload) {
  const { files } = upload
  const { folders, ...others } = upload.fields
  const other = Object.keys(others)[0]
  if (other !== undefined) {
    const sentence = `There is no field called "${other}"; leave it out.`
    return refuse(c, app, { refused: 'unknown-field', field: other, sentence })
  }
  if (!files.file) {
    return refuse(c, app, { refused: 'no-file', field: 'file', sentence: 'Choose a PDF file to upload.' })
  }
  const held = await holdFile(app, files.file, { uploadId, administrator: c.var.administrator, folders })
  return 'refused' in held ? refuse(c, app, held) : c.json(held.file, held.isNew ? 201 : 200)
}

function refuse(c: Context<HttpEnv>, app: App, { refused, sentence, field }: Refusal) {
  logRefusal(c, app, refused)
  return problem(c, CONFLICTS.includes(refused) ? 409 : 422, refused, sentence, { field })
}

function notInInbox(c: Context<HttpEnv>) {
  return problem(c, 404, 'not-in-inbox', 'This file is not in the inbox; send it again.')
}
