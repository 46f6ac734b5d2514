import type { Context } from 'hono'
import { z } from 'zod'
import type { Revision } from '#domain/publishing/revise.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

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
