import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import {
  selectAsked,
  selectFilesBefore,
  selectStep,
  selectWaiting,
  selectWaitingOf,
  type Wanted,
  waitMoreThan,
} from './queue-store.server.ts'
import { STEPS } from './steps.ts'

/** Files that are at the same step; stale when newer files may be waiting. */
export type DrawingPlan = { keys: string[]; step: number | null; isStale: boolean }

const PLANNED_AT_ONCE = 50
/** Sorting more blocks the event loop: 100,000 took half a second on a busy machine. */
const ORDERED_AT_ONCE = 1_000
const WALKED_AT_ONCE = 200

/** The next file of those at the most urgent step, last published first. Failed ones wait `pauseMs`. */
export async function nextKey(
  app: Pick<App, 'readDb' | 'clock'>,
  pauseMs: number,
  plan: DrawingPlan,
): Promise<string | undefined> {
  const before = new Date(app.clock.now().getTime() - pauseMs).toISOString()
  const step = await selectStep(app.readDb, before)
  if (plan.isStale || plan.keys.length === 0 || plan.step !== step) {
    plan.isStale = false
    plan.step = step
    plan.keys = step === null ? [] : await planStep(app.readDb, { step, before, limit: PLANNED_AT_ONCE })
  }
  return plan.keys.shift()
}

/** Whether a file waits at an earlier step; those that failed do not count. */
export async function isMoreUrgent({ readDb }: Pick<App, 'readDb'>, than: number): Promise<boolean> {
  const step = await selectStep(readDb, null)
  return step !== null && step < than
}

async function planStep(readDb: App['readDb'], wanted: Wanted): Promise<string[]> {
  // One at a time: whoever opens a paper now is not behind all who did before.
  if (wanted.step === STEPS.asked) return await selectAsked(readDb, wanted.before)
  const select = (await waitMoreThan(readDb, wanted.step, ORDERED_AT_ONCE)) ? selectWalking : selectWaiting
  return await select(readDb, wanted)
}

/** Walks the catalogue from the newest paper on, and yields between steps. */
async function selectWalking(readDb: App['readDb'], wanted: Wanted): Promise<string[]> {
  const found: string[] = []
  let last = Number.MAX_SAFE_INTEGER
  while (found.length < wanted.limit) {
    const files = await selectFilesBefore(readDb, last, { step: wanted.step, limit: WALKED_AT_ONCE })
    if (files.length === 0) break
    const keys = files.map((file) => file.fileKey)
    const waiting = new Set(await selectWaitingOf(readDb, keys, wanted))
    found.push(...keys.filter((key) => waiting.has(key)))
    last = files[files.length - 1]?.serial ?? 0
    await yieldToEventLoop()
  }
  return found.length > 0 ? found : await selectWaiting(readDb, wanted)
}
