import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAYS_KEPT, daysBefore, type Period } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/own-state.server.ts'
import { boardsOf } from '#domain/paper/filters.ts'
import { type AskedFor, MONTHS, type Paper } from '#domain/paper/paper.ts'
import { describeApart, levelOf } from '#domain/paper/variant.ts'
import { listPapers } from '#domain/search/finding/list-papers.server.ts'
import { holdsTerms, searchTerms, searchWords } from '#domain/search/understanding/query.ts'
import { currentYear, indiaDay } from '#domain/time/india-time.ts'
import {
  addWish,
  isAddedBetween,
  selectAddedSince,
  selectWishes,
  updateDismissed,
} from './wanted-store.server.ts'
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
export async function papersAskedFor(app: Needs): Promise<ReadonlyMap<string, AskedFor>> {
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
  for (const row of await selectWishes(app.readDb, daysBefore(day, DAYS_KEPT))) {
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
  const said = searchWords(paper as Added & Pick<Paper, 'type' | 'grade' | 'subject'>)
  return holdsTerms([said.title, said.words, ...describeApart(paper)].join(' '), searchTerms(words))
}
