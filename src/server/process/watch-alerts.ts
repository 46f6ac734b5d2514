import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Alert, AlertOutcome } from '#domain/alerts/alerts.ts'
import { listDueAlerts, sendAlerts } from '#domain/alerts/due-alerts.server.ts'
import type { App, Log } from '#domain/app.ts'
import { createAlerts, createMailer } from '../adapters/alerts.ts'
import type { Config } from '../config.ts'
import { type RepeatedTask, runEvery } from '../run-every.ts'
import { siteWarnings } from '../serving/health.ts'
import type { Quarantine } from '../uploading/quarantine.ts'

const SERVER = hostname()
const LOOK_EVERY_MS = 60_000
/** After a message that could not be sent; the last repeats. */
const PAUSES_MS = [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * 60_000)

/** Looks every minute whether there is something to tell; one server at a time. Nothing that fails here reaches the site. */
export function watchAlerts(
  app: Pick<App, 'db' | 'readDb' | 'clock' | 'log' | 'backups' | 'locks' | 'alerts'>,
  quarantine: Pick<Quarantine, 'isFull'>,
  siteAddress: string,
): RepeatedTask {
  if (app.alerts.ways.length === 0) return { look: async () => {}, stop: async () => {} }
  const adminAddress = `${siteAddress}/admin`
  let failures = 0
  let nextAt = -Infinity
  let isLookFailing = false
  const { promise: stopped, resolve: stop } = Promise.withResolvers<null>()

  async function send(alert: Alert) {
    const outcomes = await Promise.race([app.alerts.send(alert, adminAddress), stopped])
    if (!outcomes) return false
    const hasArrived = outcomes.some(({ fault }) => fault === null)
    if (failures === 0) logFaults(app.log, outcomes)
    if (hasArrived && failures > 0) app.log.info({}, 'alerts can be sent again')
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0
    failures = hasArrived ? 0 : failures + 1
    nextAt = hasArrived ? -Infinity : app.clock.monotonic() + pause
    return hasArrived
  }

  async function look() {
    if (app.clock.monotonic() < nextAt) return
    const turn = await app.locks.claim('alerts')
    if (!turn) return
    try {
      const trouble = await listDueAlerts(app, await siteWarnings(app, quarantine), SERVER)
      await sendAlerts(app, { trouble, server: SERVER }, send)
      isLookFailing = false
    } finally {
      await turn.release()
    }
  }

  const watch = runEvery(LOOK_EVERY_MS, () =>
    look().catch((error) => {
      if (!isLookFailing) app.log.error({ err: error }, 'whether there is something to tell is not known')
      isLookFailing = true
    }),
  )
  return {
    look: watch.look,
    async stop() {
      stop(null)
      await watch.stop()
    },
  }
}

function logFaults(log: Log, outcomes: AlertOutcome[]) {
  for (const { way, fault } of outcomes) if (fault) log.error({ way, fault }, 'an alert could not be sent')
}

const DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1000

type StartConfig = Pick<Config, 'dataDir' | 'siteUrl' | 'webhook' | 'smtp' | 'alertMail'>

/**
 * Tells of a start that failed, as when the data could not be updated for this release. Told alerts are in the database,
 * which perhaps does not open: a file next to it keeps a service manager that tries again from telling again for three days.
 */
export async function alertFailedStart(config: StartConfig, error: unknown, now = new Date()): Promise<void> {
  const note = join(config.dataDir, 'failed-start')
  const reason = (error as Error).message
  const hash = createHash('sha256').update(reason).digest('hex')
  const [toldOf, toldAt = ''] = readNote(note)
  if (toldOf === hash && Math.abs(now.getTime() - Date.parse(toldAt)) < DAYS * DAY_MS) return
  const mailer = config.smtp && createMailer(config.smtp)
  const alerts = createAlerts({
    ...{ config, mailer, about: async () => config.siteUrl?.host ?? 'Thervu' },
    // Who they are is in the database.
    administrators: { list: async () => [] },
  })
  const sentence = `The site did not start, so it is closed: ${reason} If this came with an upgrade, its update of the data failed, and nothing was changed: start the release from before, or restore the last backup, and read the log.`
  const outcomes = await alerts.send(
    { title: 'the site did not start', sentence },
    config.siteUrl?.origin ?? '',
  )
  if (!outcomes.some(({ fault }) => fault === null)) return
  try {
    writeFileSync(note, `${hash} ${now.toISOString()}`, { mode: 0o600 })
  } catch {
    // A disk that takes no file is worth telling again.
  }
}

/** The next start that fails is told. */
export function forgetFailedStart({ dataDir }: Pick<Config, 'dataDir'>): void {
  rmSync(join(dataDir, 'failed-start'), { force: true })
}

function readNote(path: string) {
  try {
    return readFileSync(path, 'utf8').split(' ')
  } catch {
    return []
  }
}
