import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { PDF_LIMIT, THUMBNAIL_LIMIT } from '#domain/files/upload-limits.ts'
import type { Part } from '#domain/publishing/plan-files.server.ts'
import { removeAnswers, removeThumbnail, replaceFile } from '#domain/publishing/revise.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { withCopies } from '#server/uploading/copy-to-quarantine.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { logRefusal, type PaperReceiver } from '../inbox/receive-paper.ts'
import { answerRevision, matchHeader, versionOf } from './answer-revision.ts'

const PARTS: Record<Part, { limit: number; missing: string }> = {
  file: { limit: PDF_LIMIT, missing: 'Choose the PDF that is to take the place of this one.' },
  thumbnail: { limit: THUMBNAIL_LIMIT, missing: 'Choose a picture.' },
  answers: { limit: PDF_LIMIT, missing: 'Choose the PDF with the answers.' },
}

/** The routes that put a file in the place of a paper's PDF, thumbnail or answers, or take one away. */
export function replacementsApi(app: App, quarantine: Quarantine, receivePaper: PaperReceiver) {
  const param = valid('param', idSchema)
  const header = valid('header', matchHeader)
  return new Hono<HttpEnv>()
    .put('/papers/:id/:part{file|thumbnail|answers}', param, header, (c) => {
      const part = c.req.param('part') as Part
      const { id } = c.req.valid('param')
      const version = versionOf(c.req.valid('header')['if-match'])
      // Not validated by a schema: a validated form would be read into memory, and this one is streamed.
      const replace: Parameters<PaperReceiver>[1] = async ({ fields, files }) => {
        const other = Object.keys(fields)[0]
        if (other !== undefined) {
          const detail = `There is no field called "${other}"; leave it out.`
          return problem(c, 422, 'unknown-field', detail, { field: other })
        }
        const received = files[part]
        if (!received) return problem(c, 422, 'no-file', PARTS[part].missing, { field: part })
        const { requestId, administrator } = c.var
        const revision = await replaceFile(app, id, part, received, administrator, { version })
        if (typeof revision === 'object' && 'refused' in revision) logRefusal(c, app, revision.refused)
        const answer = answerRevision(c, revision)
        if (answer.ok)
          app.log.info({ requestId, administrator: administrator.id, paper: id, part }, 'file replaced')
        return answer
      }
      return receivePaper(c, replace, { [part]: PARTS[part].limit })
    })
    .delete('/papers/:id/thumbnail', param, header, async (c) => {
      const version = versionOf(c.req.valid('header')['if-match'])
      const revision = await withCopies(quarantine, (copyOf) =>
        removeThumbnail(app, c.req.valid('param').id, copyOf, c.var.administrator, { version }),
      )
      return answerRevision(c, revision)
    })
    .delete('/papers/:id/answers', param, header, async (c) => {
      const version = versionOf(c.req.valid('header')['if-match'])
      return answerRevision(
        c,
        await removeAnswers(app, c.req.valid('param').id, c.var.administrator, { version }),
      )
    })
}
