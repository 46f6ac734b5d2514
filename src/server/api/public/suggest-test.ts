import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { readPicked } from '#domain/questions/picked-question.ts'
import {
  MOST_CHAPTERS,
  MOST_LEFT_OUT,
  MOST_SEED,
  MOST_TEST_MARKS,
  MOST_TEST_MINUTES,
} from '#domain/questions/suggest-test.ts'
import { suggestQuestions } from '#domain/search/questions/suggest-questions.server.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, paperQuerySchema, refuses } from '../schemas.ts'
import { withIds } from './found-schemas.ts'
import { questionSchema } from './questions.ts'

const { type, grade, board } = paperQuerySchema.shape
const chaptersRule = `must be the ids of 1 to ${MOST_CHAPTERS} chapters with commas between them, such as circles,triangles`
const leftOutRule = `must be at most ${MOST_LEFT_OUT} questions with commas between them, each as PAPER.q17`

function listOf(one: string, most: number): RegExp {
  return new RegExp(`^${one}(?:,${one}){0,${most - 1}}$`)
}

function whole(from: number, to: number) {
  const rule = `must be a whole number from ${from} to ${to}`
  return z
    .string(rule)
    .regex(/^\d{1,4}$/, rule)
    .transform(Number)
    .refine((number) => number >= from && number <= to, rule)
}

const route = createRoute({
  method: 'get',
  path: '/suggest',
  tags: ['Papers'],
  summary: 'A draft of a test: questions of some chapters of mathematics for so many marks',
  request: {
    query: z.strictObject({
      type: type.unwrap(),
      grade: grade.unwrap(),
      board,
      chapters: z
        .string(chaptersRule)
        .regex(listOf('[a-z-]{1,100}', MOST_CHAPTERS), chaptersRule)
        .transform((text) => text.split(',')),
      marks: whole(1, MOST_TEST_MARKS),
      minutes: whole(1, MOST_TEST_MINUTES)
        .optional()
        .openapi({ description: 'Fewer marks are aimed at where these are too few: 180 are for 80 marks' }),
      not: z
        .string(leftOutRule)
        .transform((list) => readPicked(list) ?? [])
        .refine(({ length }) => length > 0 && length <= MOST_LEFT_OUT, leftOutRule)
        .optional()
        .openapi({ description: 'Those of the last test: PAPER.q17,PAPER.q3' }),
      seed: whole(0, MOST_SEED)
        .optional()
        .openapi({ description: 'Another draft for another one, and the same for the same' }),
      lang: z.enum(LANGUAGE_CODES, `must be one of ${LANGUAGE_CODES.join(', ')}`).optional(),
    }),
  },
  responses: {
    200: answers(
      'By marks; each is of its chapter for sure, and its paper and the years in which it was asked say why',
      z
        .object({
          questions: z.array(
            questionSchema.extend({
              chapter: z
                .string()
                .openapi({ description: 'The one of the asked chapters that it stands for' }),
            }),
          ),
          marks: z.number().int(),
          minutes: z.number().int().openapi({ description: 'For these marks, as CBSE gives them' }),
          aim: z
            .number()
            .int()
            .openapi({ description: 'The marks asked for, or fewer that the minutes allow' }),
          missing: z
            .number()
            .int()
            .openapi({ description: 'Marks of the aim for which there is no question' }),
          without: z.array(z.string()).openapi({ description: 'Chapters of which there is no question' }),
          gone: z
            .number()
            .int()
            .openapi({ description: 'Questions left out because they are no longer in the syllabus' }),
        })
        .openapi('SuggestedTest'),
    ),
    422: refuses('A parameter is unknown, missing or wrong'),
  },
})

export function suggestTestApi(app: App) {
  return newApi().openapi(route, async (c) => {
    const {
      type,
      grade,
      board,
      chapters,
      marks,
      minutes = null,
      not = [],
      seed = 1,
      lang,
    } = c.req.valid('query')
    if (!chapters.every((chapter) => app.search.chapters.names.has(chapter)))
      return problem(c, 422, 'invalid-request', `"chapters" ${chaptersRule}`, { field: 'chapters' })
    const { questions, ...draft } = await suggestQuestions(app, {
      filter: { type, grade, board, ownState: await ownStateOf(app) },
      ...{ chapters, marks, minutes, leftOut: not, seed, language: lang },
    })
    return c.json({ ...draft, questions: questions.map(withIds) }, 200)
  })
}
