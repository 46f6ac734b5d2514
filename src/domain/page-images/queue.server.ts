import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { selectFilesBefore, selectWaiting, selectWaitingOf, waitMoreThan } from './store.server.ts'

const PLANNED_AT_ONCE = 50
/** Sorting more blocks the event loop: 100,000 took half a second on a busy machine. */
const ORDERED_AT_ONCE = 1_000
const STEP = 200

/** The next files, at most fifty: first those without page 1, last published first. Failed ones wait `pauseMs`. */
export async function planDrawing(app: Pick<App, 'readDb' | 'clock'>, pauseMs: number): Promise<string[]> {
  const before = new Date(app.clock.now().getTime() - pauseMs).toISOString()
  const asked = { before, limit: PLANNED_AT_ONCE }
  const select = (await waitMoreThan(app.readDb, ORDERED_AT_ONCE)) ? selectWalking : selectWaiting
  const untouched = await select(app.readDb, { ...asked, begun: false })
  return untouched.length > 0 ? untouched : await select(app.readDb, { ...asked, begun: true })
}

/** Walks the catalogue from the newest paper on, and yields between steps. */
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
    await yieldToEventLoop()
  }
  return found
}
