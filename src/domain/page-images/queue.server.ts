import { setImmediate as giveWay } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { selectFilesBefore, selectWaiting, selectWaitingOf, waitMoreThan } from './store.server.ts'

const PLANNED_AT_ONCE = 50
/** More than these are not put in order at once: on a busy machine 100,000 took half a second, in which nobody is answered. */
const ORDERED_AT_ONCE = 1_000
const STEP = 200

/**
 * Keys of the files to be drawn next, at most fifty: those whose page 1 is not drawn, or when there are none, those of
 * which other pages are left; the last published first. One that failed is left out for `pauseMs` milliseconds.
 */
export async function planDrawing(app: Pick<App, 'readDb' | 'clock'>, pauseMs: number): Promise<string[]> {
  const before = new Date(app.clock.now().getTime() - pauseMs).toISOString()
  const asked = { before, limit: PLANNED_AT_ONCE }
  const select = (await waitMoreThan(app.readDb, ORDERED_AT_ONCE)) ? selectWalking : selectWaiting
  const untouched = await select(app.readDb, { ...asked, begun: false })
  return untouched.length > 0 ? untouched : await select(app.readDb, { ...asked, begun: true })
}

/** Walks the catalogue from its newest paper on, with a pause for others between steps. */
async function selectWalking(readDb: App['readDb'], wanted: Parameters<typeof selectWaiting>[1]) {
  const found: string[] = []
  let last = Number.MAX_SAFE_INTEGER
  while (found.length < wanted.limit) {
    const files = await selectFilesBefore(readDb, last, STEP)
    if (files.length === 0) break
    const keys = files.map((file) => file.fileKey)
    const waiting = new Set(await selectWaitingOf(readDb, keys, wanted))
    found.push(...keys.filter((key) => waiting.has(key)))
    last = files[files.length - 1]?.serial ?? 0
    await giveWay()
  }
  return found
}
