import type { App } from '#domain/app.ts'
import { LATEST_COUNT } from '#domain/lists/paper-lists.ts'
import { bothOf, type First, type PaperFilter } from '../paper/filters.ts'
import type { Paper, PublishedPaper } from '../paper/paper.ts'
import { countPapers, listFacets, type Shelf, sumUp } from './facets.server.ts'
import type { ListRange } from './paper-lists.ts'
import { selectPaperBy, selectPapersBySerial, selectPublished } from './paper-store.server.ts'

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
