import { Hono } from 'hono'
import { z } from 'zod'
import { matchAnswers } from '#domain/answers/match-answers.server.ts'
import { NAMES_LIMIT } from '#domain/answers/match-answers.ts'
import type { App } from '#domain/app.ts'
import { valid } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

const NAME_LIMIT = 300
const rule = `must be 1 to ${NAMES_LIMIT} names of files, each of at most ${NAME_LIMIT} characters`
const name = z.string(rule).min(1, rule).max(NAME_LIMIT, rule)
const schema = z.strictObject(
  { names: z.array(name, rule).min(1, rule).max(NAMES_LIMIT, rule) },
  'must be an object with names',
)

/** The papers that each file of answers may belong to, in the order sent; changes nothing. */
export function answerMatchesApi(app: App) {
  return new Hono<HttpEnv>().post('/answer-matches', valid('json', schema), async (c) =>
    c.json({ matches: await matchAnswers(app, c.req.valid('json').names) }, 200),
  )
}
