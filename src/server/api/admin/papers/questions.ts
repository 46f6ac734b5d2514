import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { findAdminPaper } from '#domain/admin-list/admin-list.server.ts'
import type { App } from '#domain/app.ts'
import { MAX_PAGES } from '#domain/files/inspect-pdf.ts'
import { findTurns } from '#domain/page-images/turn-pages.server.ts'
import {
  correctQuestions,
  findAdminQuestions,
  putQuestionsBack,
} from '#domain/publishing/correct-questions.server.ts'
import { type EditedQuestion, MOST_MARKS, NUMBER, NUMBER_RULE } from '#domain/questions/edit-questions.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, noQuery } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { needsMatch, noPaper } from './replacements.ts'

const pixels = z.int('must be whole pixels').min(0, 'must be 0 or more').max(20_000, 'is too large')
const marksRule = `must be a whole number from 1 to ${MOST_MARKS}, or null`
const few = <Item extends z.ZodType>(item: Item, least: number, most: number) =>
  z.array(item, 'must be a list').min(least, `needs at least ${least}`).max(most, `may have at most ${most}`)

const box = z.strictObject({
  page: z.int('must be the number of a page').min(1, 'must be 1 or more').max(MAX_PAGES, 'is too large'),
  left: pixels,
  top: pixels,
  width: pixels,
  height: pixels,
  isPassage: z.literal(true, 'must be true, or left out').optional(),
})
const question = z.strictObject({
  number: z.string(NUMBER_RULE).regex(NUMBER, NUMBER_RULE),
  section: z
    .string('must be a text, or null')
    .trim()
    .min(1, 'must not be empty')
    .max(12, 'is too long')
    .nullable(),
  marks: z.int(marksRule).min(1, marksRule).max(MOST_MARKS, marksRule).nullable(),
  printings: few(
    z.strictObject({
      language: z.enum(['en', 'hi', 'ta'], 'must be en, hi or ta, or null').nullable(),
      boxes: few(box, 1, 60),
    }),
    1,
    6,
  ),
})
const corrected = z.strictObject({ questions: few(question, 0, 1_000) })
const former = z.strictObject({ entry: z.int('must be the id of an entry').min(1, 'must be 1 or more') })
const matchHeader = z.object({
  'if-match': z
    .string()
    .regex(/^"[0-9a-f]{16}"$/, 'must be the version of the questions that you changed')
    .optional(),
})

/** The questions of a paper, which an administrator may correct as a whole, or put back to what was found or to what they were. */
export function adminQuestionsApi(app: App) {
  const param = valid('param', idSchema)

  async function find(id: string) {
    const [paper, pages, found] = await Promise.all([
      findAdminPaper(app, id),
      findTurns(app, id),
      findAdminQuestions(app, id),
    ])
    return paper && pages && found ? { ...found, title: paper.title, pages } : null
  }

  async function correct(
    c: Context<HttpEnv>,
    id: string,
    to: EditedQuestion[] | { entry: number } | null,
    match: string | undefined,
  ) {
    if (match === undefined) return needsMatch(c)
    const { requestId, administrator } = c.var
    const version = match.slice(1, -1)
    const outcome =
      to && 'entry' in to
        ? await putQuestionsBack(app, id, { ...to, version }, administrator)
        : await correctQuestions(app, id, to, version, administrator)
    const now = await find(id)
    if (outcome === 'missing' || !now) return noPaper(c)
    if (outcome === 'no-page')
      return problem(c, 422, 'no-such-page', 'A question is on a page that this paper does not have.', {
        field: 'questions',
      })
    if (outcome === 'replaced')
      return problem(
        c,
        409,
        'paper-replaced',
        'The PDF was replaced since then: those questions are where they were in the former one.',
      )
    if (outcome === 'conflict')
      return problem(
        c,
        412,
        'changed-meanwhile',
        'The questions of this paper were changed elsewhere meanwhile, and nothing was overwritten.',
        { current: now },
      )
    app.log.info({ requestId, administrator: administrator.id, paper: id }, 'questions corrected')
    return c.json(now, 200)
  }

  return new Hono<HttpEnv>()
    .get('/papers/:id/questions', param, valid('query', noQuery), async (c) => {
      const found = await find(c.req.valid('param').id)
      return found ? c.json(found, 200) : noPaper(c)
    })
    .put(
      '/papers/:id/questions',
      param,
      valid('header', matchHeader),
      valid('json', corrected),
      async (c) => {
        const { questions } = c.req.valid('json')
        return await correct(c, c.req.valid('param').id, questions, c.req.valid('header')['if-match'])
      },
    )
    .post(
      '/papers/:id/questions/put-back',
      param,
      valid('header', matchHeader),
      valid('json', former),
      async (c) =>
        await correct(c, c.req.valid('param').id, c.req.valid('json'), c.req.valid('header')['if-match']),
    )
    .delete('/papers/:id/questions', param, valid('header', matchHeader), async (c) => {
      return await correct(c, c.req.valid('param').id, null, c.req.valid('header')['if-match'])
    })
}
