import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { pathOfList } from '#domain/bundles/bundle.server.ts'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { listPrices } from '#domain/pricing/prices.server.ts'
import { countVisits, recordVisit } from '#domain/visits/count.server.ts'
import {
  type CounterLimits,
  type CounterRates,
  createCounterLimits,
  isCounted,
} from '#server/middleware/counter-limits.ts'
import { papersNotFound, problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { adminApi } from './admin/admin.ts'
import { authApi } from './admin/auth.ts'
import { backupFileApi } from './admin/backups.ts'
import { newApi } from './api.ts'
import { BUNDLE_ROUTES } from './bundles/bundle-routes.ts'
import { WORKSHEET_ROUTES } from './bundles/worksheet-routes.ts'
import { docsRoutes } from './public/docs.ts'
import { papersApi } from './public/papers.ts'
import { QUESTION_PICTURE } from './public/question-pictures.ts'
import { questionsApi } from './public/questions.ts'
import { suggestTestApi } from './public/suggest-test.ts'
import { ctaClicksApi, suggestionsApi } from './public/suggestions.ts'
import { answers, noQuery, paperId, pricesSchema, refuses } from './schemas.ts'

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Thervu',
    version: '1',
    description:
      'Question papers, their views, prices and visits. Errors are problem documents (RFC 9457) with a `code`.',
  },
}

export function api(
  app: App,
  { quarantine, counterRates }: { quarantine: Quarantine; counterRates?: CounterRates },
) {
  const limits = createCounterLimits(counterRates)
  const root = newApi()
  root.use('*', async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache')
    // Here and not by the compression, which makes the answer again for it, with its text turned into a stream.
    headers.append('Vary', 'Accept-Encoding')
  })
  const routes = root
    .route('/papers', papersApi(app, limits))
    .route('/questions', questionsApi(app))
    .route('/questions', suggestTestApi(app))
    .route('/suggestions', suggestionsApi(app))
    .route('/lists', listsApi(app))
    .route('/pricing', pricingApi(app))
    .route('/visits', visitsApi(app, limits))
    .route('/taps', ctaClicksApi(app, limits))
    .route('/auth', authApi(app.identity))
    .route('/admin', adminApi(app, quarantine))
    .route('/backup-file', backupFileApi(app))
  for (const route of [...Object.values(BUNDLE_ROUTES), ...Object.values(WORKSHEET_ROUTES)])
    root.openAPIRegistry.registerPath(route)
  root.openAPIRegistry.registerPath(QUESTION_PICTURE)
  const describe = () => root.getOpenAPI31Document({ ...DOCUMENT, servers: [{ url: '/api' }] })
  root.route('/', docsRoutes(describe))
  root.get('/openapi.json', (c) => c.json(describe()))
  root.all('*', (c) =>
    problem(c, 404, 'not-found', 'There is nothing at this address of the API; see /api/docs.'),
  )
  return routes
}

export type Api = ReturnType<typeof api>

const pricesRoute = createRoute({
  method: 'get',
  path: '/',
  tags: ['Pricing'],
  summary: 'The prices of the nine plans, in whole rupees; null where none is set',
  request: { query: noQuery },
  responses: { 200: answers('All prices', z.object({ prices: pricesSchema })) },
})

function pricingApi(app: App) {
  return newApi().openapi(pricesRoute, async (c) => c.json({ prices: await listPrices(app) }, 200))
}

const visits = answers('Visits so far', z.object({ visits: z.number().int() }))

const visitsRoute = createRoute({
  method: 'get',
  path: '/',
  tags: ['Visits'],
  summary: 'How often the site was visited',
  request: { query: noQuery },
  responses: { 200: visits },
})

const addVisitRoute = createRoute({
  method: 'post',
  path: '/',
  tags: ['Visits'],
  summary: 'Adds one visit',
  request: { query: noQuery },
  responses: { 200: visits, 429: refuses('Too many visits from this address') },
})

function visitsApi(app: App, limits: CounterLimits) {
  return newApi()
    .openapi(visitsRoute, async (c) => c.json({ visits: await countVisits(app) }, 200))
    .openapi(addVisitRoute, async (c) => {
      const wait = await limits.spend(c.var.address)
      if (wait > 0) {
        return problem(c, 429, 'too-many-visits', `Too many visits from here; wait ${wait} seconds.`, {
          retryAfter: wait,
        })
      }
      const visits = (await isCounted(app, (name) => c.req.header(name)))
        ? await recordVisit(app)
        : await countVisits(app)
      return c.json({ visits }, 200)
    })
}

const idsRule = `must be 1 to ${PICK_LIMIT} ids of papers`

const makeListRoute = createRoute({
  method: 'post',
  path: '/',
  tags: ['Papers'],
  summary: 'The address of a page with these papers; nothing is stored for it',
  request: {
    query: noQuery,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.strictObject(
            { ids: z.array(paperId, idsRule).min(1, idsRule).max(PICK_LIMIT, idsRule) },
            'must be an object with ids',
          ),
        },
      },
    },
  },
  responses: {
    200: answers(
      'Where the page is, and which ids it leaves out',
      z.object({
        path: z.string().openapi({ example: '/list/9Z8CBAIa' }),
        missing: z.array(z.string()).openapi({ description: 'Ids of papers that are not there' }),
      }),
    ),
    404: refuses('None of the papers is there'),
    422: refuses('The ids are wrong or too many'),
  },
})

function listsApi(app: App) {
  return newApi().openapi(makeListRoute, async (c) => {
    const list = await pathOfList(app, c.req.valid('json').ids)
    if (list) return c.json(list, 200)
    return papersNotFound(c)
  })
}
