import type { Lock } from '#database/locks.ts'
import { sweepActivity } from '#domain/activity/activity.server.ts'
import { clearOldBin } from '#domain/bin/bin.server.ts'
import { showDue } from '#domain/bin/hide.server.ts'
import { sweepPictures } from '#domain/centre/pictures/pictures.server.ts'
import { confirmTime, latestStamp } from '#domain/files/confirm-time.server.ts'
import { SWEEP_AGE_MS, sweepFiles } from '#domain/files/sweep.server.ts'
import { sweepDevices } from '#domain/identity/devices.server.ts'
import { sweepRefusedSignIns } from '#domain/identity/refused-sign-ins.server.ts'
import { sweepFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { sweepInbox } from '#domain/inbox/sweep.server.ts'
import { sweepPages } from '#domain/page-images/sweep.server.ts'
import { clearFormerFiles } from '#domain/publishing/former-files.server.ts'
import { tidyIndex } from '#domain/search/indexing/reindex.server.ts'
import { clearWarning } from '#domain/warnings.server.ts'
import type { RunningApp } from '../create-app.ts'
import { runEvery } from '../run-every.ts'
import { sweepUploads } from '../uploading/quarantine.ts'
import { unlessFull } from '../uploading/write-file.ts'

/** How often a server asks whether it is its turn to sweep. */
const TURN_MS = 60_000

/** Whose turn it is to sweep, one server's for as long as it runs, and the sweep of the start, which never rejects. */
type Sweeping = { turn: Lock | null; first: Promise<unknown> }

/**
 * Before the site opens. While no other server uses what is kept, no file is too young to go. Of several servers only
 * one sweeps: each adds the time it ran to the confirmed time, which would pass too fast with two. Where listing files
 * takes its time (`isSlow`), the site opens meanwhile.
 */
export async function sweepAtStart(app: RunningApp, isSlow: boolean): Promise<Sweeping> {
  const isAlone = (await app.locks.enter()) && !isSlow
  const turn = await app.locks.claim('sweep')
  const begin = () => sweep(app, { ranMs: null, age: isAlone ? 0 : SWEEP_AGE_MS })
  const sweeping = turn && unlessFull(app, 'the sweep', begin)
  if (!isSlow) await sweeping
  const first = Promise.resolve(sweeping).catch((error) =>
    app.log.error({ err: error }, 'the sweep failed; it runs again in an hour'),
  )
  return { turn, first }
}

/** Sweeps every hour; a younger file may belong to a publication under way. `stop` waits for the sweep under way. */
export function scheduleSweeps(
  app: RunningApp,
  uploadsDir: string,
  sweeping: Sweeping,
): { stop(): Promise<void> } {
  let sweptAt = app.clock.monotonic()
  // One at a time: two at once would move the same files, and the one that comes second would fail.
  let running = sweeping.first
  let isStopped = false
  const run = (work: () => Promise<unknown>) => {
    running = running
      .then(() => (isStopped ? undefined : work()))
      .catch((error) => app.log.error({ err: error }, 'the sweep failed; it runs again'))
  }

  const hourly = setInterval(() => run(sweepHourly), SWEEP_AGE_MS)
  // Another server may have had the turn, and ended.
  const asking = app.isShared ? setInterval(() => run(takeTurn), TURN_MS) : undefined

  async function sweepHourly() {
    const now = app.clock.monotonic()
    const ranMs = now - sweptAt
    sweptAt = now
    if (sweeping.turn?.isHeld()) {
      await unlessFull(app, 'the sweep', async () => {
        await sweep(app, { ranMs, age: SWEEP_AGE_MS })
        await tidyIndex(app)
      })
    }
    await sweepUploads(uploadsDir)
    await app.reserve.refill()
  }

  async function takeTurn() {
    if (sweeping.turn?.isHeld()) return
    sweeping.turn = await app.locks.claim('sweep')
    if (sweeping.turn) await sweep(app, { ranMs: null, age: SWEEP_AGE_MS })
  }

  return {
    async stop() {
      clearInterval(hourly)
      clearInterval(asking)
      isStopped = true
      await running
      await sweeping.turn?.release()
    },
  }
}

/** A hidden paper appears at most so long after its time. */
const SHOW_MS = 1_000

/** Shows hidden papers when their time comes: each server looks, at its start too, and one of them shows each paper. */
export function scheduleShowing(app: RunningApp): { stop(): Promise<void> } {
  /** What the last look ended with: a fault is said once, and not every second. */
  let last = 'not yet'

  async function look() {
    const ended = await show().catch((error) => {
      if (String(error) !== last)
        app.log.error({ err: error }, 'hidden papers could not be shown; it is tried again every second')
      return String(error)
    })
    last = ended
  }

  async function show() {
    const { shown, lost } = await showDue(app)
    if (shown > 0) app.log.info({ shown }, 'hidden papers are on the site, since their time has come')
    if (lost > 0) return 'lost'
    if (last !== 'all') await clearWarning(app, 'not-shown')
    return 'all'
  }

  return runEvery(SHOW_MS, look)
}

async function sweep(app: RunningApp, { ranMs, age }: { ranMs: number | null; age: number }) {
  const { days, hours } = await app.reserve.use(() => confirmTime(app, ranMs))
  const latest = await latestStamp(app)
  await clearOldBin(app, days, latest)
  await clearFormerFiles(app, days, latest)
  await sweepPictures(app, days)
  await sweepFiles(app, { age, asOf: hours, days })
  await sweepInbox(app, { age, asOf: hours, days, latest })
  await sweepActivity(app, days)
  await sweepDevices(app, days)
  await sweepFailures(app)
  await sweepRefusedSignIns(app, days)
  await sweepPages(app)
}
