import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from '#domain/app.ts'
import { UPLOAD_TIME_LIMIT } from '#domain/files/upload-limits.ts'
import { fillWithSamples } from '#domain/samples/samples.server.ts'
import type { PasswordHashing } from '../adapters/auth/password-hash.ts'
import type { Config } from '../config.ts'
import { createApp, type RunningApp } from '../create-app.ts'
import type { HttpOptions } from '../create-http.ts'
import { type Drawing, type DrawingOptions, startDrawing } from '../drawing/drawing-worker.ts'
import { lockDataDir } from '../folders/data-lock.ts'
import { serveCached } from '../page-cache/serve-cached.ts'
import { noteUploads } from '../uploading/note-uploads.ts'
import { openQuarantine, type Quarantine } from '../uploading/quarantine.ts'
import { ensureAdministrator } from './first-administrator.ts'
import { endIdleConnections, endSlowReaders, guardConnections } from './guard-connections.ts'
import { limitConnections } from './limit-connections.ts'
import { readSamples } from './read-samples.ts'
import { scheduleSweeps, sweepAtStart } from './sweep-schedule.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for late headers; its default would allow 40 s. */
const HEADERS_CHECK_MS = 2_000
const DRAIN_LIMIT_MS = 30_000

export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

export type RunningSite = {
  app: RunningApp
  origin: string
  administrator: { email: string; password?: string }
  samples: number
  /** Drains running requests (30 s at most) and closes everything. */
  close(): Promise<void>
}

/** Vite's handler, in development. */
type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** The HTTP side, and the app as it sees it. */
type Http = { fetch: Fetch; app: App }
type Build = (app: RunningApp, options: Pick<HttpOptions, 'config' | 'quarantine'>) => Http | Promise<Http>

export type SiteOptions = {
  before?: Before
  say?: (line: string) => void
  /** Whether and how pages are drawn; tests give it an inspector of its own. */
  draws?: boolean | (DrawingOptions & Partial<Pick<RunningApp, 'inspector'>>)
  hashing?: PasswordHashing
}

/** `build` makes the HTTP side. Throws ConfigError for wrong settings. */
export async function serveSite(
  config: Config,
  build: Build,
  { before, say = () => {}, draws = true, hashing }: SiteOptions = {},
): Promise<RunningSite> {
  const lock = lockDataDir(config.dataDir)
  let app: RunningApp | undefined
  try {
    app = await createApp(config, { hashing })
    return await open(app, config, build, { before, say, draws }, lock)
  } catch (error) {
    await app?.close()
    lock.release()
    throw error
  }
}

async function open(
  app: RunningApp,
  config: Config,
  build: Build,
  { before, say, draws }: Required<Pick<SiteOptions, 'say' | 'draws'>> & SiteOptions,
  lock: { release(): void },
): Promise<RunningSite> {
  const quarantine = await openQuarantine(config.dataDir)
  await sweepAtStart(app)
  const administrator = await ensureAdministrator(app.identity, config)
  const samples = config.samplePapers ? await fillSamples(app, quarantine, say) : 0
  const { inspector: noted, untilQuiet } = noteUploads(app.inspector)
  const http = await build({ ...app, inspector: noted }, { config, quarantine })
  let drawing: Drawing | undefined
  const server = await listen(
    { ...http, fetch: notifyAfterWrites(http.fetch, () => drawing?.look()) },
    config,
    before,
  )
  if (draws) {
    const { inspector = app.inspector, ...options } = draws === true ? {} : draws
    drawing = startDrawing({ ...app, inspector }, config.dataDir, { untilQuiet, ...options })
  }
  const sweeping = scheduleSweeps(app, quarantine.uploadsDir)
  return {
    app,
    origin:
      config.siteUrl?.origin ?? `http://${nameOf(config.host)}:${(server.address() as AddressInfo).port}`,
    administrator,
    samples,
    async close() {
      sweeping.stop()
      await drawing?.stop()
      await drain(server)
      await app.close()
      lock.release()
    },
  }
}

/** After every write by an administrator: a file may have been published, replaced or restored. */
function notifyAfterWrites(fetch: Fetch, notify: () => void): Fetch {
  return async (request, env) => {
    const answer = await fetch(request, env)
    if (request.method !== 'GET' && request.url.includes('/api/admin/')) notify()
    return answer
  }
}

async function listen({ fetch, app }: Http, config: Config, before: Before | undefined): Promise<Server> {
  const answer = getRequestListener(fetch as Parameters<typeof getRequestListener>[0])
  const first = before ?? (config.pageCacheBytes > 0 ? serveCached(app, config, fetch) : passOn)
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_CHECK_MS,
      requestTimeout: UPLOAD_TIME_LIMIT + HEADERS_TIMEOUT_MS,
      keepAliveTimeout: 10_000,
    },
    guardConnections((incoming, outgoing) => {
      first(incoming, outgoing, () => void answer(incoming, outgoing))
    }),
  )
  endIdleConnections(server)
  endSlowReaders(server)
  limitConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => resolve())
  })
  return server
}

const passOn: Before = (_incoming, _outgoing, next) => next()

async function drain(server: Server) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  const idle = setInterval(() => server.closeIdleConnections(), 200)
  await closed
  clearTimeout(late)
  clearInterval(idle)
}

async function fillSamples(app: RunningApp, quarantine: Quarantine, say: (line: string) => void) {
  return await fillWithSamples(app, () => {
    say('Filling the empty catalogue with sample papers …')
    return readSamples(quarantine)
  })
}

function nameOf(host: string) {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
}
