import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { listFaultyFiles, recheckFaulty, scrubFiles } from '#domain/file-checks/scrub.server.ts'
import { isFileStoreFault } from '#domain/files/file-store.ts'
import { runEvery } from '../run-every.ts'

const LOOK_EVERY_MS = 60_000
/** Of each minute, for files that are faulty and may have been repaired. */
const RECHECK_MS = 2_000
/** What backups hold changes by the night. */
const WARN_EVERY_MS = 60 * 60 * 1000
const LEAST_REST_MS = 50

type Options = {
  /** Waits while many visitors do. */
  untilQuiet?: () => Promise<void>
  lookEveryMs?: number
}

/**
 * Every minute one server checks faulty files again, and from 3:00 in India, or from the start after a night that was
 * missed, reads the night's share of all files: one at a time, each followed by a rest as long as its reading.
 */
export function scheduleScrub(
  app: Pick<App, 'db' | 'files' | 'checks' | 'locks' | 'clock' | 'log'>,
  { untilQuiet = async () => {}, lookEveryMs = LOOK_EVERY_MS }: Options = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let told = { faulty: '', at: Number.NEGATIVE_INFINITY }

  async function look() {
    const turn = await app.locks.claim('scrub')
    if (!turn) return
    try {
      const until = app.clock.monotonic() + RECHECK_MS
      await recheckFaulty(app, async () => app.clock.monotonic() < until && !stopping.signal.aborted)
      await warn()
      const faulty = await scrubFiles(app, async (tookMs) => {
        await untilQuiet()
        await wait(Math.max(tookMs, LEAST_REST_MS), undefined, { signal: stopping.signal }).catch(() => {})
        return !stopping.signal.aborted && turn.isHeld()
      })
      if (faulty > 0) await warn()
    } finally {
      await turn.release()
    }
  }

  /** A file may also have been found faulty by another process, or have gone with its paper. */
  async function warn() {
    const faulty = (await listFaultyFiles(app)).sort().join()
    const now = app.clock.monotonic()
    if (faulty === told.faulty && (faulty === '' ? told.at >= 0 : now < told.at + WARN_EVERY_MS)) return
    await app.checks.warn()
    told = { faulty, at: now }
  }

  const { stop } = runEvery(lookEveryMs, () =>
    look().catch((error) => {
      const what = isFileStoreFault(error)
        ? 'files are not checked while their store is away'
        : 'the check of files failed; it goes on in a minute'
      app.log.error({ err: error }, what)
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await stop()
    },
  }
}
