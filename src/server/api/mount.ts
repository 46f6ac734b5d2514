import type { App } from '#domain/app.ts'
import { type CounterRates, createCounterLimits } from '#server/middleware/counter-limits.ts'
import { problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { adminApi } from './admin/admin.ts'
import { authApi } from './admin/auth.ts'
import { backupFileApi } from './admin/backups.ts'
import { newApi } from './api.ts'
import { BUNDLE_ROUTES } from './bundles/bundle-routes.ts'
import { WORKSHEET_ROUTES } from './bundles/worksheet-routes.ts'
import { docsRoutes } from './public/docs.ts'
import { listsApi } from './public/lists.ts'
import { papersApi } from './public/papers.ts'
import { pricingApi } from './public/pricing.ts'
import { QUESTION_PICTURE } from './public/question-pictures.ts'
import { questionsApi } from './public/questions.ts'
import { suggestTestApi } from './public/suggest-test.ts'
import { ctaClicksApi, suggestionsApi } from './public/suggestions.ts'
import { visitsApi } from './public/visits.ts'

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
    // Here and not by the compression, which makes the answer anew for it, with its text turned into a stream.
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
