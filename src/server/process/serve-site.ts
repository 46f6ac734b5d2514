import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import type { Identity } from '#domain/identity/identity.ts'
import { makePassword } from '#domain/identity/password.server.ts'
import { degreeOf, type Grade, MONTHS, type PaperType, type Subject } from '#domain/paper/paper.ts'
import { variantFieldsOf } from '#domain/paper/paper-fields.ts'
import { fillWithSamples, type SamplePaper } from '#domain/samples.server.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { noteCtaClicksCounted } from '#domain/visits/record-cta-click.server.ts'
import type { PasswordHashing } from '../adapters/auth/password-hash.ts'
import { DOWNLOADS } from '../backup/admin-backups.ts'
import { scheduleBackups } from '../backup/nightly-backups.ts'
import { type Config, ConfigError } from '../config.ts'
import { createApp, type RunningApp } from '../create-app.ts'
import type { HttpOptions } from '../create-http.ts'
import { lockDataDir } from '../folders/data-lock.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createLoadGauge } from '../middleware/admission.ts'
import { networkOf } from '../middleware/client.ts'
import { type BackgroundOptions, startBackgroundWork } from '../rendering/background-work.ts'
import type { RepeatedTask } from '../run-every.ts'
import { scheduleScrub } from '../stored-files/scrub-schedule.ts'
import { noteUploads } from '../uploading/append-upload.ts'
import { openQuarantine, type Quarantine } from '../uploading/quarantine.ts'
import { unlessFull, writeMeasured } from '../uploading/write-file.ts'
import { isAnswering } from './guard-connections.ts'
import { type Before, createHandle, DRAIN_LIMIT_MS, drain, type Fetch, listen } from './listen.ts'
import { scheduleShowing, scheduleSweeps, sweepAtStart } from './sweep-schedule.ts'
import { alertFailedStart, forgetFailedStart, watchAlerts } from './watch-alerts.ts'

type Entry = {
  file: string
  answers: string | null
  title: string
  type: PaperType
  grade: Grade
  subject: Subject
  month: number
  year: number
}

const FOLDER = join(PROJECT_ROOT, 'samples')

/** The papers of `samples/catalogue.json`, each when it is asked for; `say` is told how far a first start is with them. */
async function* readSamples(quarantine: Quarantine, say: (line: string) => void): AsyncIterable<SamplePaper> {
  const entries: Entry[] = JSON.parse(await readFile(join(FOLDER, 'catalogue.json'), 'utf8'))
  for (const [index, entry] of entries.entries()) {
    // Installing and building, which scripts/setup.mjs tells of, are the first 85 %.
    const share = 85 + Math.floor((15 * index) / entries.length)
    say(` ${share} %  Adding sample paper ${index + 1} of ${entries.length}: ${entry.title}`)
    const degree = degreeOf(entry.type, entry.grade)
    const month = MONTHS[entry.month - 1]
    if (!degree || !month)
      throw new Error(`samples/catalogue.json: ${entry.file} has no such type, grade or month`)
    yield {
      name: basename(entry.file, '.pdf'),
      submission: {
        title: entry.title,
        degree: degree.slug,
        subject: entry.subject,
        month,
        year: entry.year,
        referenceLink: '',
        ...variantFieldsOf({}),
      },
      pdf: await receive(entry.file, quarantine),
      answers: entry.answers ? await receive(entry.answers, quarantine) : undefined,
    }
  }
}

async function receive(file: string, quarantine: Quarantine): Promise<ReceivedFile> {
  const bytes = createReadStream(join(FOLDER, file))
  return { originalName: basename(file), ...(await writeMeasured(bytes, quarantine.newPath())) }
}

/** Each takes some 10 KB of memory while it is idle. */
const CONNECTION_LIMIT = 4_096

/** At the limit, a newcomer takes the place of the oldest idle connection of the network that holds most. Nobody goes for
 * a network that holds more than theirs. */
export function limitConnections(server: Server, most = CONNECTION_LIMIT): void {
  const byNetwork = new Map<string, Set<Socket>>()
  let open = 0

  function forget(network: string, socket: Socket) {
    const sockets = byNetwork.get(network)
    if (!sockets?.delete(socket)) return
    open -= 1
    if (sockets.size === 0) byNetwork.delete(network)
  }

  /** For one of a network that holds so many; false when all others are being answered, or are of networks that hold fewer. */
  function makeRoom(held: number): boolean {
    const networks = [...byNetwork].filter(([, { size }]) => size >= held)
    for (const [network, sockets] of networks.toSorted(([, one], [, other]) => other.size - one.size)) {
      for (const socket of sockets) {
        if (isAnswering(socket)) continue
        // Counted no more before it is closed: several may come in one turn.
        forget(network, socket)
        socket.destroy()
        return true
      }
    }
    return false
  }

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (open >= most && !makeRoom(byNetwork.get(network)?.size ?? 0)) return void socket.destroy()
    open += 1
    byNetwork.getOrInsertComputed(network, () => new Set()).add(socket)
    socket.once('close', () => forget(network, socket))
  })
}

const DEFAULT_EMAIL = 'admin@thervu.local'

/** Makes the first administrator if there is none; `password` is a generated one, shown once. Throws ConfigError. */
export async function ensureAdministrator(
  identity: Pick<Identity, 'administrators'>,
  config: Pick<Config, 'adminEmail' | 'adminPassword'>,
): Promise<{ email: string; password?: string }> {
  const { administrators } = identity
  const [first] = await administrators.list()
  if (first) return { email: first.email }
  const email = config.adminEmail ?? DEFAULT_EMAIL
  const password = config.adminPassword ?? makePassword()
  try {
    await administrators.create({ email, password })
  } catch (error) {
    const [other] = await administrators.list()
    if (other) return { email: other.email }
    throw new ConfigError(`ADMIN_EMAIL and ADMIN_PASSWORD cannot be used: ${(error as Error).message}`)
  }
  return config.adminPassword ? { email } : { email, password }
}

export type RunningSite = {
  app: RunningApp
  origin: string
  administrator: { email: string; password?: string }
  samples: number
  watch: Pick<RepeatedTask, 'look'>
  /** Drains running requests (30 s at most) and closes everything. */
  close(): Promise<void>
}

type BuildOptions = Pick<HttpOptions, 'config' | 'quarantine' | 'load' | 'jobs'>
type Build = (app: RunningApp, options: BuildOptions) => Fetch | Promise<Fetch>

export type SiteOptions = {
  /** Vite's handler, in development. */
  before?: Before
  say?: (line: string) => void
  /** Whether and how pages are rendered and scans are read; tests give it an inspector or a recogniser of its own. */
  renders?: boolean | BackgroundOptions
  hashing?: PasswordHashing
  /** Takes over what is where files are kept, whosever it was. */
  adopt?: boolean
  /** Another process for PDFs and pictures than one of its own. */
  jobs?: Jobs
  vocabulary?: Vocabulary
}

/** `build` makes the HTTP side. Throws ConfigError for wrong settings. */
export async function serveSite(
  config: Config,
  build: Build,
  { before, say = () => {}, renders = true, adopt = false, ...parts }: SiteOptions = {},
): Promise<RunningSite> {
  const lock = lockDataDir(config.dataDir)
  let app: RunningApp | undefined
  try {
    app = await createApp(config, { ...parts, adoption: adopt ? { report: say } : null })
    forgetFailedStart(config)
    return await open(app, config, build, { before, say, renders }, lock)
  } catch (error) {
    if (!app) await alertFailedStart(config, error)
    await app?.close()
    lock.release()
    throw error
  }
}

async function open(
  app: RunningApp,
  config: Config,
  build: Build,
  { before, say, renders }: Required<Pick<SiteOptions, 'say' | 'renders'>> & SiteOptions,
  lock: { release(): void },
): Promise<RunningSite> {
  const quarantine = await openQuarantine(config.dataDir)
  await rm(join(config.dataDir, DOWNLOADS), { recursive: true, force: true })
  // Servers of one database that start at once do this one after the other.
  const { administrator, samples, sweeps } = await app.locks.alone('start', async () => {
    const sweeps = await sweepAtStart(app, config.files.kind === 's3')
    const administrator = await ensureAdministrator(app.identity, config)
    await unlessFull(app, 'noting when clicks are counted', () => noteCtaClicksCounted(app))
    const fill = () => fillSamples(app, quarantine, say)
    const samples = (config.samplePapers && (await unlessFull(app, 'filling in samples', fill))) || 0
    await app.reserve.refill()
    return { administrator, samples, sweeps }
  })
  const { inspector: noted, untilQuiet: untilInspected } = noteUploads(app.inspector)
  const load = createLoadGauge()
  const untilQuiet = async () => {
    if (availableParallelism() === 1) await untilInspected()
    await load.untilSmall()
  }
  const http = await build({ ...app, inspector: noted }, { config, quarantine, load, jobs: app.jobs })
  let working: ReturnType<typeof startBackgroundWork> | undefined
  const { fetch, untilWritten } = followWrites(http, () => working?.look())
  const server = await listen(createHandle(fetch, before), { port: config.port, host: config.host })
  limitConnections(server)
  const { port } = server.address() as AddressInfo
  if (renders) {
    const {
      inspector = app.inspector,
      recogniser = app.recogniser,
      ...options
    } = renders === true ? {} : renders
    working = startBackgroundWork({ ...app, inspector, recogniser }, config.dataDir, {
      untilQuiet,
      ...options,
    })
  }
  const sweeping = scheduleSweeps(app, quarantine.uploadsDir, sweeps)
  const showing = scheduleShowing(app)
  const backups = scheduleBackups(app, config)
  const scrub = scheduleScrub(app, { untilQuiet: load.untilSmall })
  const origin = config.siteUrl?.origin ?? `http://${nameOf(config.host)}:${port}`
  const watch = watchAlerts(app, quarantine, origin)
  return {
    app,
    origin,
    watch,
    administrator,
    samples,
    async close() {
      await sweeping.stop()
      await showing.stop()
      await backups.stop()
      await scrub.stop()
      await watch.stop()
      await working?.stop()
      await drain(server)
      await untilWritten()
      await app.close()
      lock.release()
    },
  }
}

/**
 * Notifies after every write by an administrator: a file may have been published, replaced or restored. `untilWritten`:
 * also writes whose senders have left have ended, or 30 s are over; the database must not be closed under them.
 */
function followWrites(fetch: Fetch, notify: () => void) {
  const underWay = new Set<Promise<Response>>()
  async function write(...asked: Parameters<Fetch>) {
    const answer = await fetch(...asked)
    notify()
    return answer
  }
  return {
    fetch(request: Request, env?: object) {
      if (request.method === 'GET' || !request.url.includes('/api/admin/')) return fetch(request, env)
      const writing = write(request, env)
      underWay.add(writing)
      const forget = () => void underWay.delete(writing)
      writing.then(forget, forget)
      return writing
    },
    async untilWritten() {
      const ended = new AbortController()
      const late = wait(DRAIN_LIMIT_MS, undefined, { signal: ended.signal }).catch(() => {})
      await Promise.race([Promise.allSettled(underWay), late])
      ended.abort()
    },
  }
}

async function fillSamples(app: RunningApp, quarantine: Quarantine, say: (line: string) => void) {
  return await fillWithSamples(app, () => readSamples(quarantine, say))
}

function nameOf(host: string) {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
}
