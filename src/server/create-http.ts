import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { App } from '#domain/app.ts'
import { PREVIEW_FRAME } from '#domain/centre/centre.ts'
import { registerAllMessages } from '#domain/language/all-messages.server.ts'
import { inLanguage, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import {
  COUNTERS,
  HAS_LIMITS_OF_ITS_OWN,
  isUpload,
  LOOKED_UP,
  mayTakeLong,
  NEVER_REFUSED,
} from './addresses.ts'
import { createBundleQueue } from './api/bundles/bundle-queue.ts'
import { bundleRoutes } from './api/bundles/bundle-routes.ts'
import { worksheetRoutes } from './api/bundles/worksheet-routes.ts'
import { api } from './api/mount.ts'
import { questionPictures } from './api/public/question-pictures.ts'
import { wantedRoutes } from './api/public/wanted.ts'
import type { Config } from './config.ts'
import { type AdmissionLimits, admission, type LoadGauge } from './middleware/admission.ts'
import { canonicalPath, offeredLanguage } from './middleware/canonical-path.ts'
import { identifyClient, isDecodable } from './middleware/client.ts'
import { type CounterRates, createSearchNotes } from './middleware/counter-limits.ts'
import { limitBody, limitTime } from './middleware/limit-concurrency.ts'
import { requestLog } from './middleware/request-log.ts'
import { secureHeaders } from './middleware/secure-headers.ts'
import { serveCached } from './page-cache/serve-cached.ts'
import { CONTENT_PATH, loadBuild, showContent } from './pages/page-handler.ts'
import { renderHtml, showPreviewFrame } from './pages/render-html.ts'
import { seoRoutes } from './pages/seo-routes.ts'
import { CachedRouter } from './serving/cached-router.ts'
import { healthRoutes } from './serving/health.ts'
import type { HttpEnv } from './serving/http-env.ts'
import { createRequestCounts, type MetricsOptions, metricsRoutes } from './serving/metrics.ts'
import { answerError, problem } from './serving/problem.ts'
import { pageRoutes, publicFiles } from './serving/serve-pages.ts'
import { fileRoutes, formerAddresses } from './stored-files/file-routes.ts'
import type { Quarantine } from './uploading/quarantine.ts'

export type HttpOptions = {
  config: Pick<Config, 'siteUrl' | 'trustedProxy' | 'pageCacheBytes' | 'sharedCacheSeconds'> &
    MetricsOptions['config']
  quarantine: Quarantine
  /** The folder with the built browser files; null in development, where Vite serves them. */
  clientDir: string | null
  development?: boolean
  counterRates?: CounterRates
  admission?: AdmissionLimits
  /** Is told how many wait. */
  load?: LoadGauge
  jobs?: MetricsOptions['jobs']
}

/** The whole site as one function from Request to Response. Opens no port, file or connection. */
export function createHttp(app: App, options: HttpOptions): Hono<HttpEnv> {
  registerAllMessages()
  const http = new Hono<HttpEnv>({ router: new CachedRouter() })
  const publicHandlers = options.clientDir ? publicFiles(options.clientDir) : new Map<string, never>()
  const ownShare = publicHandlers.get('/share.png')
  if (ownShare)
    for (const language of SHOWN_LANGUAGES) publicHandlers.set(inLanguage('/share.png', language), ownShare)
  const counts = createRequestCounts()
  http.use(requestLog(app, counts))
  http.use(secureHeaders({ https: options.config.siteUrl?.protocol === 'https:' }))
  http.use(identifyClient(options.config))
  const note = createSearchNotes(app)
  if (options.config.pageCacheBytes > 0 && !options.development)
    http.use(serveCached(app, options.config, (request, env) => http.fetch(request, env), note))
  http.use(async (c, next) => {
    const requester = { address: c.var.address, header: (name: string) => c.req.header(name) }
    c.set('searched', c.env?.cacheFill?.searched ?? ((q, found) => note(requester, q, found)))
    await next()
  })
  // With limits of its own: whoever reads slowly may take longer than an answer may.
  http.route('/files', fileRoutes(app))
  http.use(limitTime({ except: mayTakeLong }))
  const enter = admission(options.admission, options.load)
  // What the page cache asks for has waited for its turn already.
  const admit: typeof enter = async (c, next) => (c.env?.cacheFill ? await next() : await enter(c, next))
  http.use(async (c, next) => {
    const fill = c.env?.cacheFill
    // Everybody left.
    if (fill && c.req.raw.signal.aborted) return new Response(null, { status: 499 })
    if (fill && !HAS_LIMITS_OF_ITS_OWN.test(c.req.path)) return await enter(c, next)
    fill?.begin()
    return await next()
  })
  const showPage = renderHtml(app, options.development)
  // The router would log a line for each path that cannot be decoded.
  http.use(async (c, next) => {
    if (isDecodable(new URL(c.req.url).pathname)) return await next()
    return await admit(c, async () => {
      c.res = await showPage(c, escapePercentSigns(c.req.raw))
    })
  })
  http.get(PREVIEW_FRAME, showPreviewFrame)
  // The former address of the setup.
  http.get('/admin/first-minutes', (c) => c.redirect(`/admin/setup${new URL(c.req.url).search}`, 301))
  http.post('/admin/shared', (c) => c.redirect('/admin/upload?shared=lost', 303))
  http.use(async (c, next) => {
    if (isUpload(c.req.path)) return await next()
    return await limitBody(c, next)
  })
  http.route('/', healthRoutes(app, options.quarantine))
  http.route('/', metricsRoutes(app, counts, options))
  const make = createBundleQueue()
  http.route('/', bundleRoutes(app, options.quarantine, make))
  http.route('/', worksheetRoutes(app, options.quarantine, make))
  for (const language of SHOWN_LANGUAGES) http.post(inLanguage('/wanted', language), admit)
  http.route('/', wantedRoutes(app, options.counterRates))
  http.route('/papers', pageRoutes(app))
  http.route('/api', questionPictures(app))
  for (const path of LOOKED_UP) http.get(path, admit)
  const compressed = compress()
  http.use('/api/*', async (c, next) =>
    COUNTERS.test(c.req.path) ? await next() : await compressed(c, next),
  )
  http.route('/api', api(app, options))
  if (options.clientDir) serveAssets(http, options.clientDir)
  // First, so that a centre's own /share.png or /robots.txt replaces the generated one.
  http.use(async (c, next) => (publicHandlers.get(c.req.path) ?? passThrough)(c, next))
  http.use(offeredLanguage(app))
  http.get(CONTENT_PATH, compress(), showContent(app))
  http.route('/', seoRoutes(app))
  http.route('/', formerAddresses(app))
  http.on(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], '*', refuseToWrite)
  http.use(compress())
  http.use(canonicalPath(async () => (await loadBuild()).routes))
  http.use(async (c, next) => (NEVER_REFUSED.test(c.req.path) ? await next() : await admit(c, next)))
  http.all('*', (c) => showPage(c))
  http.onError((error, c) => answerError(app, error, c))
  return http
}

const passThrough: MiddlewareHandler<HttpEnv> = (_c, next) => next()

/** The router would answer with the names of its routes. */
function refuseToWrite(c: Context<HttpEnv>) {
  c.header('Allow', 'GET, HEAD')
  return problem(c, 405, 'read-only', (m) => m.refused_read_only())
}

function serveAssets(http: Hono<HttpEnv>, clientDir: string) {
  http.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok && !c.res.headers.has('Cache-Control'))
      c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
  })
  // The admin area's service worker is among the assets and controls /admin.
  http.use('/assets/share-worker-*', async (c, next) => {
    await next()
    c.res.headers.set('Service-Worker-Allowed', '/admin')
  })
  // The visitors' worker fetches by its own policy, and each version must be heard of at once.
  http.use('/worker.js', async (c, next) => {
    await next()
    c.res.headers.set('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
    c.res.headers.set('Cache-Control', 'no-cache')
  })
  http.use('/assets/*', serveStatic({ root: clientDir, precompressed: true }))
  // A shared cache, or another server during an upgrade, may send a page of another version: with today's sheet it is
  // nearly right, without any it is bare.
  const sheet = readdirSync(join(clientDir, 'assets')).find((name) => /^root-[\w-]+\.css$/.test(name))
  http.use(
    '/assets/:name{root-[\\w-]+\\.css}',
    async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    },
    serveStatic({ root: clientDir, precompressed: true, rewriteRequestPath: () => `/assets/${sheet}` }),
  )
  http.get('/assets/*', (c) => problem(c, 404, 'not-found', 'There is no such asset.'))
}

function escapePercentSigns(request: Request) {
  const url = new URL(request.url)
  url.pathname = url.pathname.replaceAll('%', '%25')
  return new Request(url, { headers: request.headers, method: request.method })
}
