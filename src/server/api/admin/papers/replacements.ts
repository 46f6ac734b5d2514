import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { listFormerFiles, putFileBack } from '#domain/publishing/former-files.server.ts'
import type { Part } from '#domain/publishing/plan-files.server.ts'
import {
  type Revision,
  removeAnswers,
  removeThumbnail,
  replaceFile,
} from '#domain/publishing/revise.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { type Quarantine, withCopies } from '#server/uploading/quarantine.ts'
import { refuse, type TakeUpload, uploadSchema } from '../inbox/uploads.ts'

const matchRule = 'must be the version of the paper that you changed, such as "3"'

export const matchHeader = z.object({
  'if-match': z
    .string(matchRule)
    .regex(/^(\*|"\d{1,9}")$/, matchRule)
    .optional(),
})

export function versionOf(match: string | undefined): number | undefined {
  return match === undefined || match === '*' ? undefined : Number(match.slice(1, -1))
}

export function answerRevision(c: Context<HttpEnv>, revision: Revision) {
  if (revision === 'missing') return noPaper(c)
  if ('conflict' in revision) {
    return problem(
      c,
      412,
      'changed-meanwhile',
      'This paper was changed elsewhere meanwhile, and nothing was overwritten. Look at it as it is now, then save again.',
      { current: revision.conflict },
    )
  }
  if ('refused' in revision) {
    const { refused, sentence, field } = revision
    return problem(c, refused === 'file-missing' ? 409 : 422, refused, sentence, { field })
  }
  return c.json(revision, 200)
}

export function noPaper(c: Context<HttpEnv>) {
  return problem(
    c,
    404,
    'paper-not-found',
    'There is no paper with this id; it may have been deleted already.',
  )
}

export function needsMatch(c: Context<HttpEnv>) {
  return problem(
    c,
    428,
    'version-needed',
    'Send the version that you changed as If-Match, so that nothing is overwritten unseen.',
    { field: 'If-Match' },
  )
}

const formerFile = z.strictObject({ key: z.string('must be the key of a file').max(500, 'is too long') })

export function replacementsApi(app: App, quarantine: Quarantine, takeUpload: TakeUpload) {
  const param = valid('param', idSchema)
  const header = valid('header', matchHeader)
  return new Hono<HttpEnv>()
    .put(
      '/papers/:id/:part{file|thumbnail|answers}',
      param,
      header,
      valid('json', uploadSchema),
      async (c) => {
        const { id } = c.req.valid('param')
        const part = c.req.param('part') as Part
        const version = versionOf(c.req.valid('header')['if-match'])
        const revision = await takeUpload(c, part, c.req.valid('json'), (file) =>
          replaceFile(app, id, part, file, c.var.administrator, { version }),
        )
        if (typeof revision !== 'object' || 'conflict' in revision) return answerRevision(c, revision)
        if ('refused' in revision) return refuse(c, app, revision)
        const { requestId, administrator } = c.var
        app.log.info({ requestId, administrator: administrator.id, paper: id, part }, 'file replaced')
        return answerRevision(c, revision)
      },
    )
    .delete('/papers/:id/thumbnail', param, header, async (c) => {
      const version = versionOf(c.req.valid('header')['if-match'])
      const revision = await withCopies(quarantine, (copyOf) =>
        removeThumbnail(app, c.req.valid('param').id, copyOf, c.var.administrator, { version }),
      )
      return answerRevision(c, revision)
    })
    .get('/papers/:id/former-files', param, async (c) =>
      c.json({ files: await listFormerFiles(app, c.req.valid('param').id) }, 200),
    )
    .post('/papers/:id/former-files', param, header, valid('json', formerFile), async (c) => {
      const version = versionOf(c.req.valid('header')['if-match'])
      const { id } = c.req.valid('param')
      const { key } = c.req.valid('json')
      const revision = await withCopies(quarantine, (copyOf) =>
        putFileBack(app, id, key, copyOf, c.var.administrator, { version }),
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
