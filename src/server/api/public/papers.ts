import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { findPaper, latestPapers } from '#domain/lists/browse.server.ts'
import { findManifests } from '#domain/offline/find-manifests.server.ts'
import { listAnswers } from '#domain/questions/questions.server.ts'
import { findPapers } from '#domain/search/finding/find.server.ts'
import { listAskedQuestions } from '#domain/search/questions/read-found-questions.server.ts'
import { recordView } from '#domain/visits/count.server.ts'
import { VISITOR_MARK } from '#domain/visits/visitor-mark.ts'
import { type CounterLimits, isCounted } from '#server/middleware/counter-limits.ts'
import { paperNotFound, problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, idSchema, noQuery, paperIds, paperQuerySchema, paperSchema, refuses } from '../schemas.ts'
import { askedInSchema, chaptersSchema, foundPageSchema, pictureSchema, withIds } from './found-schemas.ts'

const tags = ['Papers']

const sizesSchema = z
  .array(
    z
      .object({
        width: z.number(),
        height: z.number(),
        turn: z.literal([0, 90, 180, 270]).optional().openapi({ description: 'In degrees, clockwise' }),
        isSpread: z.literal(true).optional().openapi({ description: 'Two pages next to each other' }),
      })
      .nullable(),
  )
  .openapi({ description: 'From page 1 on; null without a picture' })

const keepableSchema = z.object({
  paper: paperSchema.extend({ publishedAt: z.string() }),
  pages: sizesSchema,
  base: z.string().openapi({
    description:
      'Page 1 is at {base}/1-720.webp, turned by 90 degrees at {base}/1r90-720.webp, texts at {base}/lines.json',
  }),
  isDone: z.boolean().openapi({ description: 'Whether no more pictures will come' }),
  answers: z
    .object({ pages: sizesSchema, base: z.string() })
    .nullable()
    .openapi({ description: 'Pages of its file of answers, as its own; null while these have no pictures' }),
  bytes: z.object({ pages: z.number().int(), file: z.number().int(), answers: z.number().int() }).openapi({
    description:
      'Of pictures, of the PDF, and of answers that are a file of this site, with the pictures of their pages',
  }),
})

const list = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'A page of papers, newest month and year first; those of a search, closest first',
  request: { query: paperQuerySchema },
  responses: {
    200: answers('Twelve papers at most', foundPageSchema),
    422: refuses('A parameter is unknown or wrong'),
  },
})

const found = createRoute({
  method: 'get',
  path: '/found',
  tags,
  summary: `All papers of a list or search, in its order, to be picked: at most ${PICK_LIMIT}`,
  request: {
    query: paperQuerySchema.omit({ page: true }).extend({
      sets: z.literal('one').optional().openapi({ description: 'One paper of each exam' }),
    }),
  },
  responses: {
    200: answers(
      'The papers, and whether there are more',
      z.object({
        papers: z.array(paperSchema.pick({ id: true, title: true, pages: true, size: true })),
        more: z.boolean(),
      }),
    ),
    422: refuses('A parameter is unknown or wrong'),
  },
})

const latest = createRoute({
  method: 'get',
  path: '/latest',
  tags,
  summary: 'The five newest papers',
  request: { query: noQuery },
  responses: { 200: answers('Five papers at most', z.object({ papers: z.array(paperSchema) })) },
})

const keepable = createRoute({
  method: 'get',
  path: '/keepable',
  tags,
  summary: 'What a device fetches to keep papers, and its size in bytes; papers that are gone are left out',
  request: {
    query: z.strictObject({ ids: paperIds }),
  },
  responses: {
    200: answers('The papers, in the order of the ids', z.object({ papers: z.array(keepableSchema) })),
    422: refuses('The ids are wrong or too many'),
  },
})

const one = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  summary: 'One paper',
  request: { params: idSchema, query: noQuery },
  responses: { 200: answers('The paper', paperSchema), 404: refuses('There is no such paper') },
})

const share = z.number().openapi({ description: 'A share of the page, 0 to 1' })
const boxesSchema = z
  .array(
    z.object({
      page: z.number().int(),
      ...{ x: share, y: share, width: share, height: share },
      language: z.string().nullable(),
      isPassage: z
        .literal(true)
        .optional()
        .openapi({ description: 'It is what this question and others are about, such as a case study' }),
    }),
  )
  .openapi({ description: 'Where it is, in each language and on each page that it is on' })

const questions = createRoute({
  method: 'get',
  path: '/{id}/questions',
  tags,
  summary: 'The questions of a paper, found from where its words are',
  request: { params: idSchema, query: noQuery },
  responses: {
    200: answers(
      'In the order of the paper; none while its pages are unread',
      z.object({
        stated: z
          .number()
          .int()
          .nullable()
          .openapi({ description: 'How many questions the paper says it has' }),
        questions: z.array(
          z.object({
            id: z.string().openapi({ description: "The part of the paper's address that leads to it: q17" }),
            number: z.string().openapi({ description: 'As printed: 17, 2.3' }),
            section: z.string().nullable(),
            marks: z.number().int().nullable(),
            choices: z
              .number()
              .int()
              .openapi({ description: 'How many alternatives it offers: 2 where "OR" gives another one' }),
            parts: z.array(z.string()).openapi({ description: 'Labels of its parts: a, b or i, ii' }),
            page: z.number().int(),
            boxes: boxesSchema,
            languages: z.array(z.string()),
            text: z.string(),
            askedIn: askedInSchema,
            chapters: chaptersSchema,
          }),
        ),
        answers: z
          .array(
            z.object({
              id: z.string().openapi({ description: 'That of the question which it belongs to: q17' }),
              number: z.string(),
              page: z.number().int().openapi({ description: 'Of the file of answers' }),
              boxes: boxesSchema,
              languages: z.array(z.string()),
              text: z.string(),
              picture: pictureSchema,
            }),
          )
          .openapi({ description: 'Found in the paper’s file of answers; none where it has none' }),
      }),
    ),
    404: refuses('There is no such paper'),
  },
})

const view = createRoute({
  method: 'post',
  path: '/{id}/views',
  tags,
  summary: 'Adds one view to a paper',
  request: { params: idSchema, query: noQuery },
  responses: {
    200: answers('The count, after it is stored', z.object({ views: z.number().int() })),
    404: refuses('There is no such paper'),
    429: refuses('Too many views from this address'),
  },
})

export function papersApi(app: App, limits: CounterLimits) {
  return newApi()
    .openapi(list, async (c) => {
      const { q, page, ...facets } = c.req.valid('query')
      const filter = { ...facets, ownState: await ownStateOf(app) }
      const found = await findPapers(app, { q, filter, page })
      if (q && !found.isBeingMade) c.var.searched(q, found.unsaid.length > 0 ? 0 : found.total)
      return c.json(found, 200)
    })
    .openapi(found, async (c) => {
      const { q, sets, ...facets } = c.req.valid('query')
      const filter = {
        ...facets,
        foldsSets: sets ? (true as const) : undefined,
        ownState: await ownStateOf(app),
      }
      const { papers, total } = await findPapers(app, { q, filter, size: PICK_LIMIT })
      const picked = papers.map(({ id, title, pages, size }) => ({ id, title, pages, size }))
      return c.json({ papers: picked, more: total > PICK_LIMIT }, 200)
    })
    .openapi(latest, async (c) => c.json({ papers: await latestPapers(app) }, 200))
    .openapi(keepable, async (c) => {
      const { ids } = c.req.valid('query')
      return c.json({ papers: await findManifests(app, ids) }, 200)
    })
    .openapi(one, async (c) => {
      const paper = await findPaper(app, c.req.valid('param').id)
      return paper ? c.json(paper, 200) : paperNotFound(c)
    })
    .openapi(questions, async (c) => {
      const { id } = c.req.valid('param')
      const [found, answered] = await Promise.all([listAskedQuestions(app, id), listAnswers(app, id)])
      if (!found) return paperNotFound(c)
      return c.json({ ...found, questions: found.questions.map(withIds), answers: answered }, 200)
    })
    .openapi(view, async (c) => {
      const { id } = c.req.valid('param')
      const { address } = c.var
      const wait = await limits.spend(address)
      if (wait > 0) {
        return problem(c, 429, 'too-many-views', `Too many views from here; wait ${wait} seconds.`, {
          retryAfter: wait,
        })
      }
      const counts =
        (await isCounted(app, (name) => c.req.header(name))) &&
        !(await limits.isRepeat(address, c.req.header(VISITOR_MARK), id))
      const views = counts ? await recordView(app, id) : ((await findPaper(app, id))?.views ?? null)
      return views === null ? paperNotFound(c) : c.json({ views }, 200)
    })
}
