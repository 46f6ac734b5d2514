import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { MOST_MARKS, QUESTION_FACETS, QUESTION_SORTS } from '#domain/questions/question-filter.ts'
import { findQuestions } from '#domain/search/questions/find-questions.server.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, paperQuerySchema, paperSchema, refuses } from '../schemas.ts'
import { askedInSchema, chaptersSchema, pictureSchema, withIds } from './found-schemas.ts'

const { type, grade, subject, board, q, page, year } = paperQuerySchema.shape
const chapterRule = 'must be the id of a chapter, such as quadratic-equations'
const marksRule = `must be a whole number from 1 to ${MOST_MARKS}`

const querySchema = z
  .strictObject({
    q,
    ...{ type, grade, subject, board },
    marks: z
      .string(marksRule)
      .regex(/^\d{1,2}$/, marksRule)
      .transform(Number)
      .refine((marks) => marks >= 1 && marks <= MOST_MARKS, marksRule)
      .optional(),
    chapter: z
      .string()
      .regex(/^[a-z-]{1,100}$/, chapterRule)
      .optional()
      .openapi({ description: 'The id of one of mathematics, such as quadratic-equations' }),
    from: year.openapi({ description: 'Papers of this year and later' }),
    to: year.openapi({ description: 'Papers up to this year' }),
    sort: z
      .enum(QUESTION_SORTS, `must be one of ${QUESTION_SORTS.join(', ')}`)
      .optional()
      .openapi({ description: '"asked": those asked in most years first, each of them once' }),
    lang: z
      .enum(LANGUAGE_CODES, `must be one of ${LANGUAGE_CODES.join(', ')}`)
      .optional()
      .openapi({ description: 'Of the printing that is shown, where a question is printed in several' }),
    page,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'must not be before "from"' })

const countSchema = z.object({
  value: z.string(),
  questions: z.number().int(),
  more: z.literal(true).optional(),
})

export const questionSchema = z
  .object({
    id: z.string().openapi({ description: "The part of the paper's address that leads to it: q17" }),
    number: z.string().openapi({ description: 'As printed: 17, 2.3' }),
    section: z.string().nullable(),
    marks: z.number().int().nullable(),
    page: z.number().int(),
    languages: z.array(z.string()).openapi({ description: 'In which it is printed' }),
    text: z.string(),
    picture: pictureSchema,
    paper: paperSchema,
    askedIn: askedInSchema,
    chapters: chaptersSchema,
    gone: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'The year since which it is no longer in its syllabus, where that is sure' }),
  })
  .openapi('Question')

const list = createRoute({
  method: 'get',
  path: '/',
  tags: ['Papers'],
  summary: 'A page of questions out of all papers: those of a search, else the newest papers’',
  request: { query: querySchema },
  responses: {
    200: answers(
      'Twelve questions at most; a search says class, board, subject, marks and years in its words as well',
      z
        .object({
          questions: z.array(questionSchema),
          page: z.number().int(),
          pages: z.number().int().openapi({ description: 'Of the first 600' }),
          total: z.number().int(),
          more: z.boolean().openapi({ description: 'Whether more match than were counted' }),
          isPartly: z.boolean().openapi({ description: 'Whether no question has all words, and these some' }),
          counts: z
            .object(
              Object.fromEntries(QUESTION_FACETS.map((facet) => [facet, z.array(countSchema)])) as Record<
                (typeof QUESTION_FACETS)[number],
                z.ZodArray<typeof countSchema>
              >,
            )
            .openapi({ description: 'The questions that each value would leave under the other filters' }),
          isBeingMade: z
            .boolean()
            .openapi({ description: 'Whether the search is being made again and misses questions' }),
        })
        .openapi('QuestionPage'),
    ),
    422: refuses('A parameter is unknown or wrong'),
  },
})

export function questionsApi(app: App) {
  return newApi().openapi(list, async (c) => {
    const { q, page, sort, lang, ...facets } = c.req.valid('query')
    const { chapter } = facets
    if (chapter && !app.search.chapters.names.has(chapter))
      return problem(c, 422, 'invalid-request', `"chapter" ${chapterRule}`, { field: 'chapter' })
    const filter = { ...facets, ownState: await ownStateOf(app) }
    const {
      understood: _,
      said: __,
      unread: ___,
      ...found
    } = await findQuestions(app, {
      ...{ q, filter, sort, page },
      language: lang,
    })
    return c.json({ ...found, questions: found.questions.map(withIds) }, 200)
  })
}
