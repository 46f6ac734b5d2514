import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { MONTHS, type Paper } from '#domain/paper/paper.ts'
import { listPapers } from '#domain/search/finding/find.server.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { type CtaTarget, isCtaTarget } from '#domain/visits/cta-click.ts'
import { selectCtaClicksSince } from '#domain/visits/record-cta-click.server.ts'
import {
  type Activity,
  type CoverageOf,
  type Covered,
  daysBefore,
  lastDays,
  MOST_READ,
  type PaperActivity,
  type Period,
  RETENTION_DAYS,
  type ReadPaper,
  SEARCHES_SHOWN,
  type Search,
  typesCovered,
} from './activity.ts'
import {
  deleteDaysBefore,
  selectCtaClicks,
  selectFirstDay,
  selectNamed,
  selectSearches,
  selectViews,
  selectViewsOfPapers,
  selectVisits,
} from './store.server.ts'

type Reads = Pick<App, 'readDb' | 'clock'>

export async function readActivity(app: Reads, period: Period): Promise<Activity> {
  const today = indiaDay(app.clock.now())
  const days = lastDays(today, period)
  const from = days[0] as string
  const [views, visits, taps, since, ctaClicksSince] = await Promise.all([
    selectViews(app.readDb, from),
    selectVisits(app.readDb, from),
    selectCtaClicks(app.readDb, from),
    selectFirstDay(app.readDb),
    selectCtaClicksSince(app.readDb),
  ])
  const viewsOf = new Map(views.map((row) => [row.day, row.views]))
  const visitsOf = new Map(visits.map((row) => [row.day, row.visits]))
  const ctaClicksOf = new Map<string, number>()
  for (const row of taps) ctaClicksOf.set(row.day, (ctaClicksOf.get(row.day) ?? 0) + row.taps)
  const byDay = days.map((day) => ({
    day,
    views: viewsOf.get(day) ?? 0,
    visits: visitsOf.get(day) ?? 0,
    taps: ctaClicksOf.get(day) ?? 0,
  }))
  const mostRead = await listMostRead(app, days)
  return { today, since, byDay, taps: sumCtaClicks(taps), ctaClicksSince, mostRead }
}

function sumCtaClicks(rows: { target: string; taps: number }[]) {
  const sums = new Map<CtaTarget, number>()
  for (const { target, taps } of rows)
    if (isCtaTarget(target)) sums.set(target, (sums.get(target) ?? 0) + taps)
  return [...sums].map(([target, taps]) => ({ target, taps })).sort((one, other) => other.taps - one.taps)
}

/** Also of a binned paper; null when there is no such paper. */
export async function readPaperActivity(
  app: Reads,
  id: string,
  period: Period,
): Promise<PaperActivity | null> {
  const [paper] = await selectNamed(app.readDb, [id])
  if (!paper) return null
  const today = indiaDay(app.clock.now())
  const days = lastDays(today, period)
  const views = await selectViews(app.readDb, days[0] as string, id)
  const viewsOf = new Map(views.map((row) => [row.day, row.views]))
  return {
    today,
    since: await selectFirstDay(app.readDb),
    title: paper.title,
    byDay: days.map((day) => ({ day, views: viewsOf.get(day) ?? 0 })),
  }
}

/** Most frequent first; each search is run again, with a yield after it. */
export async function listSearches(app: Parameters<typeof listPapers>[0], period: Period): Promise<Search[]> {
  const from = daysBefore(indiaDay(app.clock.now()), period - 1)
  const searches = await selectSearches(app.readDb, from, SEARCHES_SHOWN)
  const found: Search[] = []
  for (const search of searches) {
    const { total, more } = await listPapers(app, {}, { q: search.term, size: 1 })
    found.push({ ...search, findsNow: total, more })
    await yieldToEventLoop()
  }
  return found
}

export async function readCoverage(app: Pick<App, 'readDb'>, of: CoverageOf): Promise<Covered[]> {
  return (await selectCoverage(app.readDb, typesCovered(of))) as Covered[]
}

export async function sweepActivity(app: Pick<App, 'db' | 'clock'>, asOf = app.clock.now()): Promise<void> {
  await deleteDaysBefore(app.db, daysBefore(indiaDay(asOf), RETENTION_DAYS - 1))
}

/** One query a day, with a yield after each: a year of a busy site is millions of rows. */
async function listMostRead(app: Reads, days: string[]): Promise<ReadPaper[]> {
  const views = new Map<string, number>()
  for (const day of days) {
    for (const sum of await selectViewsOfPapers(app.readDb, day)) {
      views.set(sum.paperId, (views.get(sum.paperId) ?? 0) + sum.views)
    }
    await yieldToEventLoop()
  }
  const most = [...views].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_READ)
  if (most.length === 0) return []
  const named = await selectNamed(
    app.readDb,
    most.map(([id]) => id),
  )
  const paperOf = new Map(named.map((row) => [row.id, row]))
  return most.map(([id, sum]) => toReadPaper(id, sum, paperOf.get(id)))
}

function toReadPaper(
  id: string,
  views: number,
  row: Awaited<ReturnType<typeof selectNamed>>[number] | undefined,
): ReadPaper {
  if (!row)
    return {
      id,
      views,
      state: 'gone',
      title: null,
      type: null,
      grade: null,
      subject: null,
      month: null,
      year: null,
    }
  const { title, year, state } = row
  const { type, grade, subject } = row as unknown as Pick<Paper, 'type' | 'grade' | 'subject'>
  return { id, views, state, title, type, grade, subject, month: MONTHS[row.month - 1] ?? null, year }
}

async function selectCoverage(readDb: ReadDatabase, types: readonly string[]) {
  const rows = await readDb
    .selectFrom('paperCounts')
    .select((eb) => [
      ...(['type', 'grade', 'subject', 'year'] as const),
      eb.fn.sum<number>('papers').as('papers'),
      eb.fn.sum<number | null>('papers').filterWhere('answered', '=', 1).as('withAnswers'),
    ])
    .where('type', 'in', types)
    .groupBy(['type', 'grade', 'subject', 'year'])
    .having((eb) => eb.fn.sum('papers'), '>', 0)
    .execute()
  return rows.map((row) => ({
    ...row,
    papers: Number(row.papers),
    withAnswers: Number(row.withAnswers ?? 0),
  }))
}
