import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database, ReadDatabase } from '#database/schema.ts'
import { daysBefore, type Period, RETENTION_DAYS } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { withSets } from '#domain/exam-sets.server.ts'
import { boardsOf } from '#domain/paper/filters.ts'
import { type AskedFor, MONTHS, type Paper, type PaperNotes } from '#domain/paper/paper.ts'
import { describeVariantFields } from '#domain/paper/paper-fields.ts'
import { levelOf } from '#domain/paper/variant.ts'
import { changedSince } from '#domain/questions/chapters/syllabus-changes.ts'
import { listPapers } from '#domain/search/finding/find.server.ts'
import { holdsTerms, searchTerms, searchWords } from '#domain/search/understanding/query.ts'
import { currentYear, indiaDay } from '#domain/time/india-time.ts'
import { readWish, type Wanted, type Wish, writeWish } from './wish.ts'

const WANTED_SHOWN = 50
/** So long a paper says that it was asked for. */
const SAID_DAYS = 14
/** More are an import, and nobody asked for each. */
const MOST_ADDED = 1_000

type Finding = Parameters<typeof listPapers>[0] & Pick<App, 'centre'>

/** How many papers there are of what is asked for. */
export async function countFor(
  app: Finding,
  { filter, words }: Wish,
): Promise<{ total: number; more: boolean }> {
  return await listPapers(app, { ...filter, ownState: await ownStateOf(app) }, { q: words, size: 1 })
}

/** Counted for today; nothing is kept of who asked. */
export async function askFor(app: Pick<App, 'db' | 'clock'>, wish: Wish): Promise<void> {
  await addWish(app.db, indiaDay(app.clock.now()), writeWish(wish))
}

/** Asked for most first; each is looked for again, with a yield after it. */
export async function listWanted(app: Finding, period: Period): Promise<Wanted[]> {
  const now = app.clock.now()
  const rows = await selectWishes(app.readDb, daysBefore(indiaDay(now), period - 1), WANTED_SHOWN)
  const wanted: Wanted[] = []
  for (const row of rows) {
    const wish = wishOf(row.wish, now)
    if (!wish) continue
    const { total, more } = await countFor(app, wish)
    wanted.push({ ...row, findsNow: total, more })
    await yieldToEventLoop()
  }
  return wanted
}

/** Takes it off the list, or puts it back. */
export async function dismissWish(app: Pick<App, 'db'>, wish: string, isDismissed: boolean): Promise<void> {
  await updateDismissed(app.db, wish, isDismissed)
}

function wishOf(written: string, now: Date): Wish | null {
  const fields = new URLSearchParams(written)
  return readWish((name) => fields.get(name), currentYear(now))
}

type Needs = Pick<App, 'readDb' | 'versions' | 'clock' | 'centre'>
type Known = { content: number; day: string; papers: Promise<ReadonlyMap<string, AskedFor>> }
const known = new WeakMap<App['readDb'], Known>()

/** Papers of the last two weeks that were asked for, each wish with the first paper that answers it. Found once after each
 * change of what is published. */
async function papersAskedFor(app: Needs): Promise<ReadonlyMap<string, AskedFor>> {
  const { content } = app.versions(true)
  const day = indiaDay(app.clock.now())
  const last = known.get(app.readDb)
  if (last?.content === content && last.day === day) return await last.papers
  const papers = findAskedFor(app, day)
  known.set(app.readDb, { content, day, papers })
  papers.catch(() => known.delete(app.readDb))
  return await papers
}

type Added = Awaited<ReturnType<typeof selectAddedSince>>[number]

async function findAskedFor(app: Needs, day: string) {
  const asked = new Map<string, AskedFor>()
  const since = daysBefore(day, SAID_DAYS)
  const added = await selectAddedSince(app.readDb, since, MOST_ADDED)
  if (added.length === 0) return asked
  const ownState = await ownStateOf(app)
  for (const row of await selectWishes(app.readDb, daysBefore(day, RETENTION_DAYS))) {
    const wish = wishOf(row.wish, app.clock.now())
    const first = wish && added.find((paper) => isLater(paper, row) && answers(paper, wish, ownState))
    if (!first || (await wasThere(app, wish, row.lastDay, { since, first }))) continue
    const times = row.times + (asked.get(first.id)?.times ?? 0)
    asked.set(first.id, { times, since: new Date(first.createdAt).toISOString() })
  }
  return asked
}

function isLater({ createdAt }: Added, { lastDay }: { lastDay: string }) {
  return indiaDay(new Date(createdAt)) >= lastDay
}

/** Whether an earlier paper answered it. */
async function wasThere(
  { readDb }: Pick<App, 'readDb'>,
  { filter, words }: Wish,
  lastDay: string,
  { since, first }: { since: string; first: Added },
): Promise<boolean> {
  if (lastDay >= since) return false
  if (words !== '') return true
  const { type, grade, subject, year, month, medium } = filter
  const columns = { type, grade, subject, year, medium, month: month && MONTHS.indexOf(month) + 1 }
  return await isAddedBetween(readDb, columns, lastDay, first.createdAt)
}

/** Whether a paper is what is asked for; all words must begin words of its title or fields. */
function answers(paper: Added, { filter, words }: Wish, ownState: string): boolean {
  const { board, answered, month, level, ...same } = filter
  const boards = board ? boardsOf({ board, ownState: ownState as never }) : [paper.board]
  const isOf = Object.entries(same).every(([name, value]) => paper[name as keyof Added] === value)
  if (!isOf || !boards.includes(paper.board) || (board && paper.type !== 'state')) return false
  if (answered && paper.answered !== 1) return false
  if (month && paper.month !== MONTHS.indexOf(month) + 1) return false
  if (level && levelOf(paper) !== level) return false
  if (words === '') return true
  const paperWords = searchWords(paper as Added & Pick<Paper, 'type' | 'grade' | 'subject'>)
  return holdsTerms(
    [paperWords.title, paperWords.words, ...describeVariantFields(paper)].join(' '),
    searchTerms(words),
  )
}

/** Past this, only what was asked for already on that day is counted. */
const NEW_WISHES_A_DAY = 500
/** What is asked for in words is shown once so many visitors used the same: fewer may be somebody's own. */
const LEAST_OF_WORDS = 3
/** As many as somebody looks through. */
const WISHES_READ = 500

async function addWish(db: Database, day: string, wish: string): Promise<void> {
  const known = await db
    .updateTable('wantedByDay')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .where('day', '=', day)
    .where('wish', '=', wish)
    .returning('times')
    .executeTakeFirst()
  if (known || (await countWishes(db, day)) >= NEW_WISHES_A_DAY) return
  await db
    .insertInto('wantedByDay')
    .values({ day, wish, times: 1 })
    .onConflict((on) =>
      on.columns(['day', 'wish']).doUpdateSet((eb) => ({ times: eb('wantedByDay.times', '+', 1) })),
    )
    .execute()
}

async function countWishes(db: Database, day: string) {
  const row = await db
    .selectFrom('wantedByDay')
    .select((eb) => eb.fn.countAll<number>().as('wishes'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(row.wishes)
}

/** Asked for since that day and not dismissed, most first. */
async function selectWishes(readDb: ReadDatabase, from: string, limit = WISHES_READ) {
  const rows = await readDb
    .selectFrom('wantedByDay')
    .select((eb) => ['wish', eb.fn.sum<number>('times').as('times'), eb.fn.max<string>('day').as('lastDay')])
    .where('day', '>=', from)
    .where('dismissed', '=', 0)
    .groupBy('wish')
    .having((eb) => eb.or([eb('wish', 'not like', '%q=%'), eb(eb.fn.sum('times'), '>=', LEAST_OF_WORDS)]))
    .orderBy('times', 'desc')
    .orderBy('lastDay', 'desc')
    .orderBy('wish')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, times: Number(row.times) }))
}

/** All that was asked until now; asked again on another day, it is there again. */
async function updateDismissed(db: Database, wish: string, isDismissed: boolean) {
  await db
    .updateTable('wantedByDay')
    .set({ dismissed: isDismissed ? 1 : 0 })
    .where('wish', '=', wish)
    .execute()
}

const SAID = ['id', 'title', 'variant', 'type', 'grade', 'subject', 'month', 'year'] as const

/** Of the last `limit` papers added those since that time, without samples, oldest first. */
async function selectAddedSince(readDb: ReadDatabase, time: string, limit: number) {
  return await readDb
    .selectFrom((db) =>
      db
        .selectFrom('papers')
        .select([...SAID, 'board', 'medium', 'answered', 'createdAt', 'isSample'])
        .orderBy('serial', 'desc')
        .limit(limit)
        .as('last'),
    )
    .selectAll()
    .where('createdAt', '>=', time)
    .where('isSample', '=', 0)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

type Columns = { [Column in 'type' | 'grade' | 'subject' | 'year' | 'month' | 'medium']?: string | number }

/** Whether a paper with these values was added in that time: first and last moment, without the last. */
async function isAddedBetween(readDb: ReadDatabase, columns: Columns, from: string, to: string) {
  let papers = readDb
    .selectFrom('papers')
    .select('id')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
  for (const [column, value] of Object.entries(columns))
    if (value !== undefined) papers = papers.where(column as keyof Columns, '=', value as never)
  return (await papers.limit(1).executeTakeFirst()) !== undefined
}

/** The papers with the sets of their exams, how often each was asked for before it came, and when its syllabus changed. */
export async function withNotes<Shown extends Paper>(
  app: Pick<App, 'readDb' | 'versions' | 'clock' | 'centre' | 'search'>,
  papers: Shown[],
): Promise<(Shown & PaperNotes)[]> {
  const [listed, askedFor] = await Promise.all([withSets(app, papers), papersAskedFor(app)])
  const { changes = [] } = app.search.chapters
  return listed.map((paper) => {
    const asked = askedFor.get(paper.id)
    const changed = changedSince(changes, paper)
    if (!asked && changed === null) return paper
    return { ...paper, ...(asked && { asked }), ...(changed !== null && { changed }) }
  })
}
