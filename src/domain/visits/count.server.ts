import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/catalogue/paper.ts'
import { shareCommits } from './share-commits.server.ts'
import { addViews, addVisit, selectVisits } from './store.server.ts'

/** A view of a paper, or without one a visit, on a day in India. */
type Count = { day: string; paperId?: string }

/** Counters of one database: increments that arrive together share a commit. */
const counters = new WeakMap<Database, (count: Count) => Promise<number | null>>()

/** Adds one view to a paper and to its day, durably; returns the new count, or null when there is no such paper. */
export async function recordView(app: Pick<App, 'db' | 'clock'>, paperId: string): Promise<number | null> {
  return await counterOf(app.db)({ paperId, day: indiaDay(app.clock.now()) })
}

/** Adds one visit of the site and to its day, durably; returns the new count. */
export async function recordVisit(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  return (await counterOf(app.db)({ day: indiaDay(app.clock.now()) })) ?? 0
}

/** Visits of the site so far. */
export async function countVisits(app: Pick<App, 'reader'>): Promise<number> {
  return await selectVisits(app.reader)
}

function counterOf(db: Database) {
  const known = counters.get(db)
  if (known) return known
  const counter = shareCommits(db, (tx, { paperId, day }: Count) =>
    paperId === undefined ? addVisit(tx, day) : addViews(tx, paperId, day),
  )
  counters.set(db, counter)
  return counter
}
