import { createRoute, z } from '@hono/zod-openapi'
import {
  listSearches,
  readActivity,
  readCoverage,
  readPaperActivity,
} from '#domain/activity/activity.server.ts'
import { COVERAGES, PERIODS, type Period } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { GRADES, MONTHS, PAPER_TYPES } from '#domain/paper/paper.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, guarded, idSchema, refuses, security } from '../schemas.ts'

const tags = ['Administration']
const count = z.number().int()
const daySchema = z.string().openapi({ description: 'A day in India', example: '2026-11-21' })
const since = daySchema
  .nullable()
  .openapi({ description: 'The first day with a sum; null when there is none' })
const typeSchema = z.enum(PAPER_TYPES)
const gradeSchema = z.enum(GRADES)

const periodRule = `must be one of ${PERIODS.join(', ')}`
const period = z.strictObject({
  days: z
    .enum(PERIODS.map(String) as [string, ...string[]], periodRule)
    .transform((days) => Number(days) as Period)
    .default(30)
    .openapi({ description: 'How many days, today included' }),
})

const readPaperSchema = z
  .object({
    id: z.string(),
    views: count,
    state: z.enum(['published', 'binned', 'gone']),
    title: z.string().nullable(),
    type: typeSchema.nullable(),
    grade: gradeSchema.nullable(),
    subject: z.string().nullable(),
    month: z.enum(MONTHS).nullable(),
    year: count.nullable(),
  })
  .openapi('ReadPaper')

const activity = createRoute({
  method: 'get',
  path: '/activity',
  tags,
  security,
  summary: 'Views and visits by day, and the papers most read',
  request: { query: period },
  responses: {
    200: answers(
      'Sums by day, oldest first, and at most ten papers',
      z.object({
        today: daySchema,
        since,
        byDay: z.array(z.object({ day: daySchema, views: count, visits: count })),
        mostRead: z.array(readPaperSchema),
      }),
    ),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

const ofPaper = createRoute({
  method: 'get',
  path: '/activity/papers/{id}',
  tags,
  security,
  summary: "A paper's views by day, also of a binned one",
  request: { params: idSchema, query: period },
  responses: {
    200: answers(
      'Views by day, oldest first',
      z.object({
        today: daySchema,
        since,
        title: z.string(),
        byDay: z.array(z.object({ day: daySchema, views: count })),
      }),
    ),
    404: refuses('There is no such paper'),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

const searches = createRoute({
  method: 'get',
  path: '/activity/searches',
  tags,
  security,
  summary: 'Searches that found nothing, most often asked first, and what they find by now',
  request: { query: period },
  responses: {
    200: answers(
      'At most fifty searches',
      z.object({
        searches: z.array(
          z.object({
            term: z.string(),
            times: count,
            lastDay: daySchema,
            findsNow: count.openapi({ description: 'Papers that it finds now, among all' }),
            more: z.boolean().openapi({ description: 'Whether it finds more than were counted' }),
          }),
        ),
      }),
    ),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

const coverage = createRoute({
  method: 'get',
  path: '/activity/coverage',
  tags,
  security,
  summary: 'How many papers there are of each class, subject and year, and how many with answers',
  request: {
    query: z.strictObject({ type: z.enum(COVERAGES, `must be one of ${COVERAGES.join(', ')}`) }),
  },
  responses: {
    200: answers(
      'Where there are papers; what is not there has none',
      z.object({
        covered: z.array(
          z.object({
            type: typeSchema,
            grade: gradeSchema,
            subject: z.string(),
            year: count,
            papers: count,
            withAnswers: count,
          }),
        ),
      }),
    ),
    422: refuses('A parameter is unknown or wrong'),
    ...guarded,
  },
})

/** What happens on the site, in sums. */
export function activityApi(app: App) {
  return newApi()
    .openapi(activity, async (c) => c.json(await readActivity(app, c.req.valid('query').days), 200))
    .openapi(searches, async (c) =>
      c.json({ searches: await listSearches(app, c.req.valid('query').days) }, 200),
    )
    .openapi(coverage, async (c) =>
      c.json({ covered: await readCoverage(app, c.req.valid('query').type) }, 200),
    )
    .openapi(ofPaper, async (c) => {
      const found = await readPaperActivity(app, c.req.valid('param').id, c.req.valid('query').days)
      if (found) return c.json(found, 200)
      return problem(
        c,
        404,
        'paper-not-found',
        'There is no paper with this id; it may have been deleted.',
      ) as never
    })
}
