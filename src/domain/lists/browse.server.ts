import type { App } from '#domain/app.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { bothOf, type First, type PaperFilter } from '../paper/filters.ts'
import {
  type Grade,
  MONTHS,
  type Paper,
  type PaperType,
  type PublishedPaper,
  type Subject,
} from '../paper/paper.ts'
import { countPapers, listFacets, type Shelf, sumUp } from './facets.server.ts'
import { LATEST_COUNT, type ListRange } from './paper-lists.ts'
import {
  type AddedPaper,
  hasOwnBefore,
  selectAddedLast,
  selectIdsAddedSince,
  selectPaperBy,
  selectPapersBySerial,
  selectPublished,
} from './paper-store.server.ts'

const SIMILAR_COUNT = 6
/** Of a medium: as far as anybody turns pages. */
const MOST_COUNTED = 10_000

type Lists = Pick<App, 'readDb' | 'lists'>

/** Newest first: of what goes first, then of the others. */
export async function newestPapers(
  app: Lists,
  filter: PaperFilter,
  range: ListRange,
  first: First = [],
): Promise<Paper[]> {
  const serials: number[] = []
  let { offset } = range
  let but: First[number] | undefined
  let before = 0
  for (const part of [...first, {}]) {
    const within = bothOf(filter, part)
    if (!within) continue
    const limit = range.limit - serials.length
    serials.push(...(await app.lists.newest(app.readDb, { filter: within, but }, { offset, limit })))
    if (serials.length === range.limit) break
    // The counts know no medium.
    const papers = within.medium
      ? await app.lists.count(app.readDb, { filter: within }, offset + MOST_COUNTED)
      : await countPapers(app, within)
    offset = Math.max(0, offset - (papers - before))
    before = papers
    but = part
  }
  return await selectPapersBySerial(app.readDb, serials)
}

/** The newest, without counting how many there are. */
export async function latestPapers(
  app: Lists,
  filter: PaperFilter = {},
  most = LATEST_COUNT,
  first: First = [],
): Promise<Paper[]> {
  return await newestPapers(app, filter, { offset: 0, limit: most }, first)
}

export async function findPaper(app: Pick<App, 'readDb'>, id: string): Promise<Paper | null> {
  return await selectPaperBy(app.readDb, 'id', id)
}

export async function findPublished(app: Pick<App, 'readDb'>, id: string): Promise<PublishedPaper | null> {
  return await selectPublished(app.readDb, id)
}

/** At most six: of the same type, class and subject, then of the same type and class, newest first. */
export async function listSimilar(
  app: Lists,
  { id, type, grade, subject }: Pick<Paper, 'id' | 'type' | 'grade' | 'subject'>,
): Promise<Paper[]> {
  const sameSubject = await latestPapers(app, { type, grade, subject }, SIMILAR_COUNT + 1)
  const found = sameSubject.filter((paper) => paper.id !== id).slice(0, SIMILAR_COUNT)
  if (found.length === SIMILAR_COUNT) return found
  const sameClass = await latestPapers(app, { type, grade }, SIMILAR_COUNT + 1 + found.length)
  const known = new Set([id, ...found.map((paper) => paper.id)])
  return [...found, ...sameClass.filter((paper) => !known.has(paper.id))].slice(0, SIMILAR_COUNT)
}

/** Classes from 12 down, each board, then exams; subjects as listed. */
export async function listShelves(app: Lists, filter: PaperFilter = {}): Promise<readonly Shelf[]> {
  return (await sumUp(app, filter)).shelves
}

export async function listYears(app: Lists): Promise<number[]> {
  return (await listFacets(app)).year.map(({ value }) => Number(value))
}

/**
 * The whole catalogue, for search engines. A part is a range of serial numbers, so that a new paper changes the last part
 * only: part n has those after (n − 1) × size, up to n × size.
 */
export const PART_SIZE = 5_000

export type PaperAddress = { path: string; changedAt: string }

/** The numbers of the parts that hold papers, from 1. By one step along the primary key for each: nothing is counted. */
export async function listParts({ readDb }: Pick<App, 'readDb'>, size = PART_SIZE): Promise<number[]> {
  const parts: number[] = []
  for (;;) {
    const next = await readDb
      .selectFrom('papers')
      .select('serial')
      .where('serial', '>', (parts.at(-1) ?? 0) * size)
      .orderBy('serial')
      .limit(1)
      .executeTakeFirst()
    if (!next) return parts
    parts.push(Math.ceil(next.serial / size))
  }
}

export async function listAddresses(
  { readDb }: Pick<App, 'readDb'>,
  part: number,
  size = PART_SIZE,
): Promise<PaperAddress[]> {
  const rows = await readDb
    .selectFrom('papers')
    .select(['id', 'title', 'type', 'grade', 'subject', 'month', 'year', 'updatedAt'])
    .where('serial', '>', (part - 1) * size)
    .where('serial', '<=', part * size)
    .orderBy('serial')
    .execute()
  return rows.map((row) => ({
    path: paperPath({
      ...row,
      type: row.type as PaperType,
      grade: row.grade as Grade,
      subject: row.subject as Subject,
      month: MONTHS[row.month - 1] as Paper['month'],
    }),
    changedAt: row.updatedAt,
  }))
}

export async function papersAddedLast(app: Pick<App, 'readDb'>, most: number): Promise<AddedPaper[]> {
  return await selectAddedLast(app.readDb, most)
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const NEWS_LIMIT = 1_000

/**
 * The newest papers, which of them are of the last week, and how many that week brought: 0 while it brought all of them,
 * which tells nobody where to look. Samples never count.
 */
export type News = { papers: Paper[]; newIds: string[]; newInWeek: number }

export async function latestNews(app: Pick<App, 'readDb' | 'lists' | 'clock'>): Promise<News> {
  const since = new Date(app.clock.now().getTime() - WEEK_MS).toISOString()
  const [papers, added, hasOlder] = await Promise.all([
    latestPapers(app),
    selectIdsAddedSince(app.readDb, since, NEWS_LIMIT),
    hasOwnBefore(app.readDb, since, NEWS_LIMIT),
  ])
  const isNew = new Set(added)
  return {
    papers,
    newIds: papers.map(({ id }) => id).filter((id) => isNew.has(id)),
    newInWeek: hasOlder ? added.length : 0,
  }
}
