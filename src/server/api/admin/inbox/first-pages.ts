import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { guarded, refuses, security } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { logRefusal, type PaperReceiver, receivedPaper } from './receive-paper.ts'

/** Described only: a validated form would be read into memory, and this one is streamed. */
const drawRoute = createRoute({
  method: 'post',
  path: '/first-pages',
  tags: ['Administration'],
  security,
  summary: 'Draws page 1 of a PDF that is not to be kept, to be compared with a paper that is there',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': { schema: z.object({ file: z.string().openapi({ format: 'binary' }) }) },
      },
    },
  },
  responses: {
    200: { description: 'A picture', content: { 'image/webp': { schema: z.string() } } },
    422: refuses('The file cannot be accepted'),
    ...receivedPaper,
    ...guarded,
  },
})

/** Page 1 of a file that is looked at before it is sent for good; nothing of it stays. */
export function mountFirstPages(api: OpenAPIHono<HttpEnv>, app: App, receivePaper: PaperReceiver) {
  api.openAPIRegistry.registerPath(drawRoute)
  api.post('/first-pages', (c) =>
    receivePaper(
      c,
      async ({ files }) => {
        if (!files.file) return problem(c, 422, 'no-file', 'Choose a PDF file to look at.', { field: 'file' })
        const judged = await app.inspector.inspectPdf(files.file.path)
        if (!judged.accepted) {
          logRefusal(c, app, judged.reason)
          return problem(c, 422, judged.reason, judged.sentence, { field: 'file' })
        }
        const picture = judged.thumbnail as Uint8Array<ArrayBuffer>
        return c.body(picture, 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' })
      },
      { file: PDF_LIMIT },
    ),
  )
}
