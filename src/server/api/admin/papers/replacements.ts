import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { PDF_LIMIT, THUMBNAIL_LIMIT } from '#domain/files/upload-limits.ts'
import type { Part } from '#domain/publishing/plan-files.server.ts'
import { removeAnswers, removeThumbnail, replaceFile } from '#domain/publishing/revise.server.ts'
import { describeInvalid, guarded, idSchema, refuses, security } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { withCopies } from '#server/uploading/copy-to-quarantine.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { logRefusal, type PaperReceiver, receivedPaper, scriptsHeader } from '../inbox/receive-paper.ts'
import { answerRevision, matchSchema, noPaper, revised, versionOf } from './paper-schemas.ts'

const tags = ['Administration']
const matchHeader = z.object({ 'if-match': matchSchema.optional() })

const PARTS: Record<Part, { limit: number; summary: string; missing: string }> = {
  file: {
    limit: PDF_LIMIT,
    summary: 'Puts another PDF in the place of a paper’s; its address and views stay',
    missing: 'Choose the PDF that is to take the place of this one.',
  },
  thumbnail: {
    limit: THUMBNAIL_LIMIT,
    summary: 'Gives a paper a thumbnail',
    missing: 'Choose a picture.',
  },
  answers: {
    limit: PDF_LIMIT,
    summary: 'Gives a paper its answers as a PDF, which goes before a link',
    missing: 'Choose the PDF with the answers.',
  },
}

/** Adds the routes that put a file in the place of a paper's PDF, thumbnail or answers, or take one away. */
export function mountReplacements(
  api: OpenAPIHono<HttpEnv>,
  app: App,
  quarantine: Quarantine,
  receivePaper: PaperReceiver,
): void {
  for (const part of ['file', 'thumbnail', 'answers'] as const) mountPut(api, app, receivePaper, part)
  api.openapi(removal('thumbnail', 'Takes a chosen thumbnail away; page 1 stands in again'), async (c) => {
    const { id } = c.req.valid('param')
    const version = versionOf(c.req.valid('header')['if-match'])
    const revision = await withCopies(quarantine, (copyOf) =>
      removeThumbnail(app, id, copyOf, c.var.administrator, { version }),
    )
    return answerRevision(c, revision) as never
  })
  api.openapi(removal('answers', 'Takes uploaded answers away; a link stands in again'), async (c) => {
    const { id } = c.req.valid('param')
    const version = versionOf(c.req.valid('header')['if-match'])
    return answerRevision(c, await removeAnswers(app, id, c.var.administrator, { version })) as never
  })
}

/** Described only: a validated form would be read into memory, and this one is streamed. */
function mountPut(api: OpenAPIHono<HttpEnv>, app: App, receivePaper: PaperReceiver, part: Part) {
  const { limit, summary, missing } = PARTS[part]
  const binary = z.string().openapi({ format: 'binary', description: `At most ${limit / 1024 ** 2} MiB` })
  api.openAPIRegistry.registerPath(
    createRoute({
      method: 'put',
      path: `/papers/{id}/${part}`,
      tags,
      security,
      summary,
      request: {
        params: idSchema,
        headers: matchHeader.extend(scriptsHeader.shape),
        body: {
          required: true,
          content: { 'multipart/form-data': { schema: z.object({ [part]: binary }) } },
        },
      },
      responses: { ...revised, ...receivedPaper, ...guarded },
    }),
  )
  api.put(`/papers/:id/${part}`, async (c) => {
    const id = idSchema.safeParse({ id: c.req.param('id') })
    if (!id.success) return noPaper(c)
    const match = matchHeader.safeParse({ 'if-match': c.req.header('if-match') })
    if (!match.success) {
      const { detail, field } = describeInvalid(match.error)
      return problem(c, 422, 'invalid-request', detail, { field })
    }
    const version = versionOf(match.data['if-match'])
    return await receivePaper(
      c,
      async ({ fields, files }) => {
        const other = Object.keys(fields)[0]
        if (other !== undefined) {
          return problem(c, 422, 'unknown-field', `There is no field called "${other}"; leave it out.`, {
            field: other,
          })
        }
        const received = files[part]
        if (!received) return problem(c, 422, 'no-file', missing, { field: part })
        const revision = await replaceFile(app, id.data.id, part, received, c.var.administrator, { version })
        if (typeof revision === 'object' && 'refused' in revision) logRefusal(c, app, revision.refused)
        const answer = answerRevision(c, revision)
        if (answer.ok) {
          const { requestId, administrator } = c.var
          app.log.info(
            { requestId, administrator: administrator.id, paper: id.data.id, part },
            'file replaced',
          )
        }
        return answer
      },
      { [part]: limit },
    )
  })
}

function removal<const Name extends 'thumbnail' | 'answers'>(part: Name, summary: string) {
  return createRoute({
    method: 'delete',
    path: `/papers/{id}/${part}`,
    tags,
    security,
    summary,
    request: { params: idSchema, headers: matchHeader },
    responses: { ...revised, 409: refuses('A file that is needed is missing on the server'), ...guarded },
  })
}
