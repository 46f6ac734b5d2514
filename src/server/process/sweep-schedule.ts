import { sweepActivity } from '#domain/activity/activity.server.ts'
import { clearOldBin } from '#domain/bin/bin.server.ts'
import { SWEEP_AGE_MS, sweepFiles } from '#domain/files/sweep.server.ts'
import { sweepDevices } from '#domain/identity/devices.server.ts'
import { sweepInbox } from '#domain/inbox/sweep.server.ts'
import { sweepPages } from '#domain/page-images/sweep.server.ts'
import { confirmTime } from '#domain/retention/confirm-time.server.ts'
import { tidyIndex } from '#domain/search/indexing/reindex.server.ts'
import type { RunningApp } from '../create-app.ts'
import { sweepUploads } from '../uploading/quarantine.ts'

/** Before the site opens nothing else uses the data folder, so that no file is too young to go. */
export async function sweepAtStart(app: RunningApp): Promise<void> {
  await sweep(app, { ranMs: null, age: 0 })
}

/** Where others may use the files, too, and listing them takes its time: the site opens meanwhile. */
export function sweepBeside(app: RunningApp): void {
  sweep(app, { ranMs: null, age: SWEEP_AGE_MS }).catch((error) =>
    app.log.error({ err: error }, 'the sweep failed; it runs again in an hour'),
  )
}

/** Sweeps every hour; a younger file may belong to a publication under way. */
export function scheduleSweeps(app: RunningApp, uploadsDir: string): { stop(): void } {
  let sweptAt = app.clock.monotonic()
  const timer = setInterval(() => {
    const now = app.clock.monotonic()
    const ranMs = now - sweptAt
    sweptAt = now
    sweep(app, { ranMs, age: SWEEP_AGE_MS })
      .then(() => tidyIndex(app))
      .then(() => sweepUploads(uploadsDir))
      .catch((error) => app.log.error({ err: error }, 'the sweep failed; it runs again in an hour'))
  }, SWEEP_AGE_MS)
  return { stop: () => clearInterval(timer) }
}

async function sweep(app: RunningApp, { ranMs, age }: { ranMs: number | null; age: number }) {
  const { days, hours } = await confirmTime(app, ranMs)
  await clearOldBin(app, days)
  await sweepFiles(app, { age, asOf: hours })
  await sweepInbox(app, { age, asOf: hours, lifeAsOf: days })
  await sweepActivity(app, days)
  await sweepDevices(app, days)
  await sweepPages(app)
}
