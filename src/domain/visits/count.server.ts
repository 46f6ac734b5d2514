import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { shareCommits } from './share-commits.server.ts'

/** The views of all papers together, so that a year's sums are 365 rows. No paper has this id. */
export const ALL_PAPERS = ''

/** `day` is India's. Without a paper, `times` counts visits. */
type DaySum = { day: string; paperId: string | null; times: number }

/** Each number of rows is a statement of its own to prepare. */
const ROWS_TOGETHER = 50

/** By paper, how many views come; returns the new counts. Missing ones are left out. */
async function addViews(db: Database, times: Map<string, number>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [views, papers] of Map.groupBy(times, ([, views]) => views)) {
    const rows = await db
      .updateTable('papers')
      .set((eb) => ({ views: eb('views', '+', views) }))
      .where('id', 'in', bucketedValues(papers.map(([id]) => id)))
      .returning(['id', 'views'])
      .execute()
    for (const row of rows) counts.set(row.id, row.views)
  }
  return counts
}

async function addVisits(db: Database, visits: number): Promise<number> {
  const row = await db
    .updateTable('visitCount')
    .set((eb) => ({ value: eb('value', '+', visits) }))
    .where('id', '=', 'count')
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

async function addToDays(db: Database, sums: DaySum[]): Promise<void> {
  const views = sums.flatMap(({ day, paperId, times }) =>
    paperId === null ? [] : [{ day, paperId, views: times }],
  )
  for (let at = 0; at < views.length; at += ROWS_TOGETHER) {
    await db
      .insertInto('viewsByDay')
      .values(views.slice(at, at + ROWS_TOGETHER))
      .onConflict((on) =>
        on
          .columns(['day', 'paperId'])
          .doUpdateSet((eb) => ({ views: eb('viewsByDay.views', '+', eb.ref('excluded.views')) })),
      )
      .execute()
  }
  const visits = sums.flatMap(({ day, paperId, times }) => (paperId === null ? [{ day, visits: times }] : []))
  if (visits.length === 0) return
  await db
    .insertInto('visitsByDay')
    .values(visits)
    .onConflict((on) =>
      on
        .column('day')
        .doUpdateSet((eb) => ({ visits: eb('visitsByDay.visits', '+', eb.ref('excluded.visits')) })),
    )
    .execute()
}

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

export async function countVisits({ readDb }: Pick<App, 'readDb'>): Promise<number> {
  const row = await readDb
    .selectFrom('visitCount')
    .select('value')
    .where('id', '=', 'count')
    .executeTakeFirst()
  return row?.value ?? 0
}

function counterOf(db: Database) {
  return counters.getOrInsertComputed(db, () => shareCommits(db, countAll))
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
