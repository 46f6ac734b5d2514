import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { type Context, Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { countJobs } from '#domain/page-images/reprocess.server.ts'
import { readingProgress } from '#domain/page-text/reading.server.ts'
import { type Config, lacksClientAddress } from '../config.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { HttpEnv } from './http-env.ts'

/** In seconds, as Prometheus counts. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** What is counted in the database, or read from a disk, is remembered for so long. */
const REMEMBERED_MS = 60_000
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
const LOCAL_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** First match first; never by more of an address than this, or labels would grow with papers and visitors. */
const KINDS: [RegExp, string][] = [
  [/^\/assets\//, 'asset'],
  [/^\/(?:healthz|readyz|metrics)$/, 'probe'],
  [/^\/files\//, 'file'],
  [/\.(?:webp|avif|png|jpe?g|svg|ico)$/, 'picture'],
  [/^\/api\/(?:admin|auth)\//, 'desk'],
  [/^\/api\//, 'api'],
  [/\.data$/, 'data'],
]

type Answered = { path: string; status: number; ms: number; cache: 'hit' | 'miss' | undefined }
type OfKind = { classes: Map<string, number>; buckets: number[]; seconds: number; count: number }
/** Counts every answer, from the start of the process. */
export type RequestCounts = ReturnType<typeof createRequestCounts>

export function createRequestCounts() {
  const kinds = new Map<string, OfKind>()
  const cache = { hit: 0, miss: 0 }
  return {
    kinds,
    cache,
    note({ path, status, ms, cache: cached }: Answered) {
      const name = KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'page'
      const of = kinds.getOrInsertComputed(name, () => ({
        classes: new Map(),
        buckets: BUCKETS.map(() => 0),
        seconds: 0,
        count: 0,
      }))
      const statusClass = `${Math.floor(status / 100)}xx`
      of.classes.set(statusClass, (of.classes.get(statusClass) ?? 0) + 1)
      const at = BUCKETS.findIndex((most) => ms / 1000 <= most)
      if (at >= 0) of.buckets[at] = (of.buckets[at] ?? 0) + 1
      of.seconds += ms / 1000
      of.count += 1
      if (cached) cache[cached] += 1
    },
  }
}

export type MetricsOptions = {
  config: Pick<Config, 'dataDir' | 'metricsToken' | 'siteUrl' | 'trustedProxy'>
  load?: { waiting(): number }
  jobs?: Pick<Jobs, 'load'>
}

/** GET /metrics in Prometheus' text format 0.0.4, for whoever has METRICS_TOKEN or, without one, for this machine; for others there is no such page. */
export function metricsRoutes(app: App, counts: RequestCounts, { config, load, jobs }: MetricsOptions) {
  let loop: ELDHistogram | undefined
  let known: Promise<Family[]> | undefined
  let knownAt = -Infinity

  /** The last counts, while new ones are made: only the first answer waits for them. */
  async function remembered() {
    const now = app.clock.monotonic()
    if (now - knownAt >= REMEMBERED_MS) {
      knownAt = now
      const counting = readCounts(app, config.dataDir).catch((error: unknown) => {
        app.log.warn({ err: error }, 'not all metrics could be counted')
        return []
      })
      known ??= counting
      void counting.then(() => {
        known = counting
      })
    }
    return (await known) ?? []
  }

  return new Hono<HttpEnv>().get('/metrics', async (c, next) => {
    if (!mayRead(c, config)) return await next()
    if (!loop) {
      loop = monitorEventLoopDelay({ resolution: 20 })
      loop.enable()
    }
    const families = [
      ...ofRequests(counts),
      ...ofLoad(load?.waiting() ?? 0, jobs?.load() ?? { running: 0, waiting: 0 }),
      ...ofProcess(loop),
      ...(await remembered()),
    ]
    loop.reset()
    const headers = {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    }
    return c.body(families.map(writeFamily).join(''), 200, headers)
  })
}

/** A request that a proxy passes on is no request of this machine, whether or not the proxy is named in TRUSTED_PROXY. */
function mayRead(c: Context<HttpEnv>, config: MetricsOptions['config']) {
  const { metricsToken } = config
  if (metricsToken !== null) {
    const given = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), digest(metricsToken))
  }
  const peer = c.env?.incoming?.socket.remoteAddress ?? ''
  const isProxied = lacksClientAddress(config) || FORWARDED.some((name) => c.req.header(name) !== undefined)
  return !isProxied && LOOPBACK.test(peer) && LOCAL_HOST.test(c.req.header('Host') ?? '')
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}

type Sample = { suffix?: string; labels?: Record<string, string | number>; value: number }
type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; samples: Sample[] }

function writeFamily({ name, type, help, samples }: Family) {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    const written = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${suffix}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`
  })
  return samples.length > 0 ? `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}` : ''
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: 'gauge', help, samples: [{ value }] }
}

function ofRequests({ kinds, cache }: RequestCounts): Family[] {
  const requests = [...kinds].flatMap(([kind, { classes }]) =>
    [...classes].map(([status, value]) => ({ labels: { kind, status }, value })),
  )
  const durations = [...kinds].flatMap(([kind, { buckets, seconds, count }]): Sample[] => {
    let sum = 0
    const counted = BUCKETS.map((le, at) => {
      sum += buckets[at] ?? 0
      return { suffix: '_bucket', labels: { kind, le }, value: sum }
    })
    return [
      ...counted,
      { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: count },
      { suffix: '_sum', labels: { kind }, value: seconds },
      { suffix: '_count', labels: { kind }, value: count },
    ]
  })
  const cached = Object.entries(cache).map(([result, value]) => ({ labels: { result }, value }))
  return [
    {
      name: 'thervu_requests_total',
      type: 'counter',
      help: 'Answers by kind and class of status.',
      samples: requests,
    },
    {
      name: 'thervu_request_seconds',
      type: 'histogram',
      help: 'Time until the head of an answer was sent, by kind.',
      samples: durations,
    },
    {
      name: 'thervu_page_cache_total',
      type: 'counter',
      help: 'Pages from memory, or made.',
      samples: cached,
    },
  ]
}

function ofLoad(waiting: number, jobs: { running: number; waiting: number }): Family[] {
  return [
    gauge('thervu_requests_waiting', 'Requests that wait for their turn to be rendered.', waiting),
    gauge('thervu_jobs_running', 'PDFs and pictures that are being processed.', jobs.running),
    gauge('thervu_jobs_waiting', 'PDFs and pictures that wait to be processed.', jobs.waiting),
  ]
}

function ofProcess(loop: ELDHistogram): Family[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const delays = [50, 99].map((share) => ({
    labels: { quantile: share / 100 },
    value: (loop.count > 0 ? loop.percentile(share) : 0) / 1e9,
  }))
  return [
    gauge('process_resident_memory_bytes', 'Memory of the server.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of its objects.', heapUsed),
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the server.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_start_time_seconds', 'When the server was started.', Date.now() / 1000 - process.uptime()),
    {
      name: 'thervu_event_loop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the last scrape; the timer itself takes 0.02 s.',
      samples: delays,
    },
  ]
}

async function readCounts(app: App, dataDir: string): Promise<Family[]> {
  const [disk, rendering, scans, backups] = await Promise.all([
    statfs(dataDir),
    countJobs(app),
    readingProgress(app),
    app.backups.state(),
  ])
  const { lastGood } = backups
  const families = [
    gauge('thervu_disk_free_bytes', 'Free on the disk of DATA_DIR.', disk.bavail * disk.bsize),
    gauge('thervu_papers_waiting', 'Papers whose pages wait to be rendered.', rendering.waiting),
    gauge('thervu_scans_waiting', 'Scanned pages that wait to be recognised.', scans?.waiting ?? 0),
  ]
  if (!lastGood) return families
  const madeAt = Date.parse(lastGood.at) / 1000
  return [
    ...families,
    gauge('thervu_last_backup_time_seconds', 'When the last good backup was made.', madeAt),
  ]
}
