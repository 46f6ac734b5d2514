import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Revision } from '#domain/publishing/revise.server.ts'
import { answers, paperSchema, refuses } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, problemSchema } from '#server/serving/problem.ts'

export const deskPaperSchema = paperSchema
  .extend({
    version: z.number().int().openapi({ description: 'Counts the changes; to be sent as If-Match' }),
    publishedAt: z.string().openapi({ description: 'UTC, ISO 8601' }),
    changedAt: z.string(),
    originalName: z.string().openapi({ description: 'What the PDF was called by its sender' }),
    answers: z.enum(['file', 'link']).nullable(),
    thumbnailGiven: z.boolean().openapi({ description: 'Whether it was chosen, or page 1 stands in' }),
    binnedAt: z.string().nullable(),
  })
  .openapi('DeskPaper')

const matchRule = 'must be the version of the paper that you changed, such as "3"'

/** The version that a change was made on; `*` stands for any. */
export const matchSchema = z
  .string(matchRule)
  .regex(/^(\*|"\d{1,9}")$/, matchRule)
  .openapi({ description: 'The version that the change was made on, in quotation marks' })

/** The version in an If-Match header, or undefined where any will do. */
export function versionOf(match: string | undefined): number | undefined {
  return match === undefined || match === '*' ? undefined : Number(match.slice(1, -1))
}

/** What every change of a paper may answer. */
export const revised = {
  200: answers('The paper as it is now', deskPaperSchema),
  404: refuses('There is no such paper'),
  412: {
    description: 'Somebody else changed the paper meanwhile; `current` is what it is now',
    content: { 'application/problem+json': { schema: problemSchema.extend({ current: deskPaperSchema }) } },
  },
  422: refuses('A field or file cannot be accepted'),
}

/** The answer to a change: the paper as it is now, or why it was left as it was. */
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

/** The answer where there is no such paper. */
export function noPaper(c: Context<HttpEnv>) {
  return problem(
    c,
    404,
    'paper-not-found',
    'There is no paper with this id; it may have been deleted already.',
  )
}
