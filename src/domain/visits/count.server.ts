import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { shareCommits } from './share-commits.server.ts'
import { addToDays, addViews, addVisit, selectVisits } from './store.server.ts'
import { ALL_PAPERS, type DaySum } from './sums.ts'

type Count = { day: string; paperId?: string }

/** Increments that arrive together share a commit. */
const counters = new WeakMap<Database, (count: Count) => Promise<number | null>>()

/** Durable; returns the new count, or null when there is no such paper. */
export async function recordView(app: Pick<App, 'db' | 'clock'>, paperId: string): Promise<number | null> {
  return await counterOf(app.db)({ paperId, day: indiaDay(app.clock.now()) })
}

export async function recordVisit(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  return (await counterOf(app.db)({ day: indiaDay(app.clock.now()) })) ?? 0
}

/** Visits of another site, in the caller's transaction; no day has them. */
export async function addFormerVisits(tx: Database, visits: number): Promise<void> {
  await addVisit(tx, visits)
}

export async function countVisits(app: Pick<App, 'readDb'>): Promise<number> {
  return await selectVisits(app.readDb)
}

function counterOf(db: Database) {
  const known = counters.get(db)
  if (known) return known
  const counter = shareCommits(
    db,
    (tx, { paperId }: Count) => (paperId === undefined ? addVisit(tx) : addViews(tx, paperId)),
    async (tx, counted) => addToDays(tx, sumByDay(counted)),
  )
  counters.set(db, counter)
  return counter
}

/** By day and paper; a view of a paper that is gone does not count. */
function sumByDay(counted: { input: Count; output: number | null }[]): DaySum[] {
  const sums = new Map<string, DaySum>()
  const add = (day: string, paperId: string | null) => {
    const key = `${day} ${paperId}`
    const sum = sums.get(key)
    if (sum) sum.times += 1
    else sums.set(key, { day, paperId, times: 1 })
  }
  for (const { input, output } of counted) {
    if (output === null) continue
    if (input.paperId !== undefined) add(input.day, input.paperId)
    add(input.day, input.paperId === undefined ? null : ALL_PAPERS)
  }
  return [...sums.values()]
}
