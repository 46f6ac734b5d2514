import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { shareCommits } from './share-commits.server.ts'
import { addToDays, addViews, addVisits, selectVisits } from './store.server.ts'
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
  await addVisits(tx, visits)
}

export async function countVisits(app: Pick<App, 'readDb'>): Promise<number> {
  return await selectVisits(app.readDb)
}

function counterOf(db: Database) {
  const known = counters.get(db)
  if (known) return known
  const counter = shareCommits(db, countAll)
  counters.set(db, counter)
  return counter
}

async function countAll(tx: Database, counts: Count[]): Promise<(number | null)[]> {
  const paperIds = counts.flatMap(({ paperId }) => (paperId === undefined ? [] : [paperId]))
  // First, also without a visit: while servers count at once, they take turns at this row and never wait crosswise.
  let visits = (await addVisits(tx, counts.length - paperIds.length)) - (counts.length - paperIds.length)
  const times = Map.groupBy(paperIds, (id) => id)
  const views = await addViews(tx, new Map([...times].map(([id, same]) => [id, same.length])))
  for (const [id, after] of views) views.set(id, after - (times.get(id)?.length ?? 0))
  const counted = counts.map(({ paperId }) => {
    if (paperId === undefined) return ++visits
    const before = views.get(paperId)
    if (before === undefined) return null
    views.set(paperId, before + 1)
    return before + 1
  })
  await addToDays(tx, sumByDay(counts.filter((_count, at) => counted[at] !== null)))
  return counted
}

/** By day and paper. */
function sumByDay(counts: Count[]): DaySum[] {
  const sums = new Map<string, DaySum>()
  const add = (day: string, paperId: string | null) => {
    const key = `${day} ${paperId}`
    const sum = sums.get(key)
    if (sum) sum.times += 1
    else sums.set(key, { day, paperId, times: 1 })
  }
  for (const { day, paperId } of counts) {
    if (paperId !== undefined) add(day, paperId)
    add(day, paperId === undefined ? null : ALL_PAPERS)
  }
  return [...sums.values()]
}
