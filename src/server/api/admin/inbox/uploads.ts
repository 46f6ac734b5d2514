import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import { DEGREES, MONTHS } from '#domain/paper/paper.ts'
import { findUpload, publishPaper } from '#domain/publishing/publish.server.ts'
import { answers, guarded, paperSchema, refuses, security } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import type { ReceivedUpload } from '#server/uploading/receive-upload.ts'
import { readSubmission } from './read-submission.ts'
import { logRefusal, type PaperReceiver, receivedPaper, scriptsHeader } from './receive-paper.ts'

const tags = ['Administration']
export const UPLOAD_ID_RULE = 'must be 8 to 64 letters, digits and hyphens'
export const uploadId = z.string(UPLOAD_ID_RULE).regex(/^[A-Za-z0-9-]{8,64}$/, UPLOAD_ID_RULE)

/** Described only: a validated form would be read into memory, and this one is streamed. */
const uploadRoute = createRoute({
  method: 'post',
  path: '/papers',
  tags,
  security,
  summary: 'Uploads and publishes one paper',
  request: {
    headers: scriptsHeader.extend({
      'Upload-Id': uploadId
        .optional()
        .openapi({ description: 'Your name for this upload: the same one again stores nothing twice' }),
    }),
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            title: z.string(),
            degree: z.enum(DEGREES.map((degree) => degree.slug)),
            subject: z.string().optional(),
            month: z.enum(MONTHS),
            year: z.string(),
            referenceLink: z.string().optional(),
            file: z.string().openapi({ format: 'binary', description: 'The PDF, at most 50 MiB' }),
            thumbnail: z
              .string()
              .optional()
              .openapi({ format: 'binary', description: 'An image, at most 5 MiB' }),
          }),
        },
      },
    },
  },
  responses: {
    201: answers('The paper, published', paperSchema),
    409: refuses('This upload was published before, and its paper is in the bin'),
    422: refuses('A field or file cannot be accepted'),
    ...receivedPaper,
    ...guarded,
  },
})

const uploadedRoute = createRoute({
  method: 'get',
  path: '/uploads/{uploadId}',
  tags,
  security,
  summary: 'The paper that an upload made, to be asked before it is sent again',
  request: { params: z.object({ uploadId }) },
  responses: {
    200: answers('It arrived', paperSchema),
    404: refuses('Nothing of it was kept'),
    409: refuses('It arrived, and its paper is in the bin by now'),
    ...guarded,
  },
})

/** Adds the routes that take papers in. */
export function mountUploads(api: OpenAPIHono<HttpEnv>, app: App, receivePaper: PaperReceiver) {
  api.openAPIRegistry.registerPath(uploadRoute)
  api.post('/papers', async (c) => {
    if (!uploadId.optional().safeParse(c.req.header('upload-id')).success) {
      return problem(c, 422, 'invalid-request', `The header "Upload-Id" ${UPLOAD_ID_RULE}.`, {
        field: 'Upload-Id',
      })
    }
    return await receivePaper(c, (upload) => publish(c, app, upload))
  })
  api.openapi(uploadedRoute, async (c) => {
    const paper = await findUpload(app, c.req.valid('param').uploadId)
    if (paper && 'refused' in paper) return problem(c, 409, paper.refused, paper.sentence) as never
    return paper
      ? c.json(paper, 200)
      : (problem(c, 404, 'upload-not-found', 'Nothing of this upload was kept; send it again.') as never)
  })
}

async function publish(c: Context<HttpEnv>, app: App, { fields, files }: ReceivedUpload) {
  const refuse = (code: string, detail: string, field?: string) => {
    logRefusal(c, app, code)
    return problem(c, code === 'in-the-bin' ? 409 : 422, code, detail, { field })
  }
  const read = readSubmission(fields, app.clock.now())
  if ('refused' in read) return refuse(read.refused, read.sentence, read.field)
  if (!files.file) return refuse('no-file', 'Choose a PDF file to upload.', 'file')
  const uploadId = c.req.header('upload-id')
  const sent = { pdf: files.file, thumbnail: files.thumbnail, uploadId }
  const paper = await publishPaper(app, read.submission, sent, c.var.administrator)
  if ('refused' in paper) return refuse(paper.refused, paper.sentence, paper.field)
  app.log.info(
    { requestId: c.var.requestId, administrator: c.var.administrator.id, paper: paper.id, bytes: paper.size },
    'paper published',
  )
  return c.json(paper, 201)
}
