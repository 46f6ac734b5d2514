import { createRoute, z } from '@hono/zod-openapi'
import { matchAnswers } from '#domain/answers/match-answers.server.ts'
import { CANDIDATE_LIMIT, NAMES_LIMIT } from '#domain/answers/match-answers.ts'
import type { App } from '#domain/app.ts'
import { newApi } from '#server/api/api.ts'
import { answers, guarded, refuses, security } from '#server/api/schemas.ts'
import { deskPaperSchema } from './paper-schemas.ts'

const NAME_LIMIT = 300
const namesRule = `must be 1 to ${NAMES_LIMIT} names of files, each of at most ${NAME_LIMIT} characters`

const match = createRoute({
  method: 'post',
  path: '/answer-matches',
  tags: ['Administration'],
  security,
  summary: 'For names of files with answers, the papers that each may belong to; changes nothing',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.strictObject(
            {
              names: z
                .array(z.string(namesRule).min(1, namesRule).max(NAME_LIMIT, namesRule), namesRule)
                .min(1, namesRule)
                .max(NAMES_LIMIT, namesRule),
            },
            'must be an object with names',
          ),
        },
      },
    },
  },
  responses: {
    200: answers(
      `For each name, in the order sent, at most ${CANDIDATE_LIMIT} papers, best first`,
      z.object({
        matches: z.array(
          z.object({
            name: z.string(),
            candidates: z.array(
              z.object({
                paper: deskPaperSchema,
                sure: z.boolean().openapi({ description: 'Whether it can hardly be another' }),
              }),
            ),
          }),
        ),
      }),
    ),
    422: refuses('The names are wrong'),
    ...guarded,
  },
})

/** Files with answers, matched to papers by their names. */
export function answerMatchesApi(app: App) {
  return newApi().openapi(match, async (c) => {
    const matches = await matchAnswers(app, c.req.valid('json').names)
    return c.json({ matches }, 200)
  })
}
