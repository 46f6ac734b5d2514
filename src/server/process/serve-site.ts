import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fillWithSamples } from '#domain/samples/samples.server.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { noteTapsCounted } from '#domain/taps/taps-since.server.ts'
import type { PasswordHashing } from '../adapters/auth/password-hash.ts'
import { createCrowd } from '../admission/admission.ts'
import { scheduleBackups } from '../backup/nightly/nightly-backups.ts'
import type { Config } from '../config.ts'
import { createApp, type RunningApp } from '../create-app.ts'
import type { HttpOptions } from '../create-http.ts'
import { type BackgroundOptions, startBackgroundWork } from '../drawing/background-work.ts'
import { lockDataDir } from '../folders/data-lock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { scheduleScrub } from '../stored-files/scrub-schedule.ts'
import { unlessFull } from '../uploading/disk-full.ts'
import { noteUploads } from '../uploading/note-uploads.ts'
import { openQuarantine, type Quarantine } from '../uploading/quarantine.ts'
import { ensureAdministrator } from './first-administrator.ts'
import { limitConnections } from './limit-connections.ts'
import { type Before, createHandle, DRAIN_LIMIT_MS, drain, type Fetch, listen } from './listen.ts'
import { readSamples } from './read-samples.ts'
import { scheduleSweeps, sweepAtStart } from './sweep-schedule.ts'

export type RunningSite = {
  app: RunningApp
  origin: string
  administrator: { email: string; password?: string }
  samples: number
  /** Drains running requests (30 s at most) and closes everything. */
  close(): Promise<void>
}

type BuildOptions = Pick<HttpOptions, 'config' | 'quarantine' | 'crowd'>
type Build = (app: RunningApp, options: BuildOptions) => Fetch | Promise<Fetch>

export type SiteOptions = {
  /** Vite's handler, in development. */
  before?: Before
  say?: (line: string) => void
  /** Whether and how pages are drawn and scans are read; tests give it an inspector or a recogniser of its own. */
  draws?: boolean | BackgroundOptions
  hashing?: PasswordHashing
  /** Takes over what lies where files are kept, whosever it was. */
  adopt?: boolean
  /** Another process for PDFs and pictures than one of its own. */
  jobs?: Jobs
  vocabulary?: Vocabulary
}

/** `build` makes the HTTP side. Throws ConfigError for wrong settings. */
export async function serveSite(
  config: Config,
  build: Build,
  { before, say = () => {}, draws = true, adopt = false, ...parts }: SiteOptions = {},
): Promise<RunningSite> {
  const lock = lockDataDir(config.dataDir)
  let app: RunningApp | undefined
  try {
    app = await createApp(config, { ...parts, adoption: adopt ? { report: say } : null })
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
  // Servers of one database that start at once do this one after the other.
  const { administrator, samples, sweeps } = await app.locks.alone('start', async () => {
    const sweeps = await sweepAtStart(app, config.files.kind === 's3')
    const administrator = await ensureAdministrator(app.identity, config)
    await unlessFull(app, 'noting when taps are counted', () => noteTapsCounted(app))
    const fill = () => fillSamples(app, quarantine, say)
    const samples = (config.samplePapers && (await unlessFull(app, 'filling in samples', fill))) || 0
    await app.reserve.refill()
    return { administrator, samples, sweeps }
  })
  const { inspector: noted, untilQuiet: untilInspected } = noteUploads(app.inspector)
  const crowd = createCrowd()
  const untilQuiet = async () => {
    if (availableParallelism() === 1) await untilInspected()
    await crowd.untilSmall()
  }
  const http = await build({ ...app, inspector: noted }, { config, quarantine, crowd })
  let working: ReturnType<typeof startBackgroundWork> | undefined
  const { fetch, untilWritten } = followWrites(http, () => working?.look())
  const server = await listen(createHandle(fetch, before), { port: config.port, host: config.host })
  limitConnections(server)
  const { port } = server.address() as AddressInfo
  if (draws) {
    const { inspector = app.inspector, recogniser = app.recogniser, ...options } = draws === true ? {} : draws
    working = startBackgroundWork({ ...app, inspector, recogniser }, config.dataDir, {
      untilQuiet,
      ...options,
    })
  }
  const sweeping = scheduleSweeps(app, quarantine.uploadsDir, sweeps)
  const backups = scheduleBackups(app, config)
  const scrub = scheduleScrub(app, { untilQuiet: crowd.untilSmall })
  return {
    app,
    origin: config.siteUrl?.origin ?? `http://${nameOf(config.host)}:${port}`,
    administrator,
    samples,
    async close() {
      await sweeping.stop()
      await backups.stop()
      await scrub.stop()
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
