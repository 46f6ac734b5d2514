import type { App } from '#domain/app.ts'
import { newestPapers } from '#domain/lists/browse.server.ts'
import { countPapers } from '#domain/lists/facets.server.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import { type ReadingProgress, readingProgress } from '#domain/page-text/reading-progress.server.ts'
import { type Facet, hasTrait, type PaperFilter } from '#domain/paper/filters.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Part, Term, Understood } from '#domain/search/understanding/query.ts'
import { countUnread } from '../indexing/text-store.server.ts'
import { narrow } from '../understanding/understand-search.server.ts'
import { didYouMean } from './did-you-mean.server.ts'
import { rankPapers } from './rank.server.ts'

/** What a page without good results offers instead. `didYouMean` is another search that finds papers; `noneOf` is what
 * the site has no paper of at all; `unread` counts papers whose pages are still being read, up to a hundred; `scans`, how
 * far scanned pages are read, null where none waits. */
export type Alternatives = {
  nearest: Paper[]
  didYouMean: string | null
  noneOf: { facet: Facet; value: string } | null
  unread: number
  scans: ReadingProgress | null
}

type Found = { q: string; understood: Understood; filter: PaperFilter; total: number; isPoor?: boolean }

/** Of a search that finds nothing, or that is poor: whose words stand together on no page. */
export async function findAlternatives(
  app: Search,
  { q, understood, filter, total, isPoor = false }: Found,
): Promise<Alternatives> {
  if (total > 0 && !isPoor) return NO_ALTERNATIVES
  const { terms } = understood
  const didYouMeanThis = terms.length > 0 ? await didYouMean(app, q, terms, filter) : null
  if (total > 0) return { ...NO_ALTERNATIVES, didYouMean: didYouMeanThis }
  const [nearest, noneOf, unread] = await Promise.all([
    findNearest(app, understood, filter),
    findNoneOf(app, narrow(filter, understood)),
    terms.length > 0 ? countWaiting(app) : 0,
  ])
  const scans = unread > 0 && (await app.recogniser.isOn()) ? await readingProgress(app) : null
  return { nearest, didYouMean: didYouMeanThis, noneOf, unread, scans }
}

export const NO_ALTERNATIVES: Alternatives = {
  nearest: [],
  didYouMean: null,
  noneOf: null,
  unread: 0,
  scans: null,
}
const UNREAD_COUNTED = 100
const NEAREST = 6
const TRIES = 12

type Search = Pick<App, 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock' | 'recogniser'>

/** An exam before a class and a subject. */
async function findNoneOf(app: Search, filter: PaperFilter): Promise<Alternatives['noneOf']> {
  for (const facet of ['type', 'board', 'subject', 'grade'] as const) {
    const value = filter[facet]
    if (value !== undefined && (await countPapers(app, { [facet]: value, ownState: filter.ownState })) === 0)
      return { facet, value }
  }
  return null
}

async function countWaiting({ readDb, recogniser }: Search): Promise<number> {
  return await countUnread(readDb, { most: UNREAD_COUNTED, withScans: await recogniser.isOn() })
}

/** At most six papers for a search that finds none: it is relaxed by one word or part, then two, down to the filter.
 * What says least is dropped first: a word before a month, a month before a year, subject and class last. */
async function findNearest(app: Search, understood: Understood, filter: PaperFilter): Promise<Paper[]> {
  const found = new Map<string, Paper>()
  let tries = 0
  for (const { terms, parts } of relaxations(understood)) {
    if (found.size >= NEAREST || tries++ >= TRIES) break
    const narrowed = narrow(filter, { parts })
    for (const paper of await findSome(app, terms, narrowed)) found.set(paper.id, paper)
  }
  return [...found.values()].slice(0, NEAREST)
}

async function findSome(app: Search, terms: Term[], filter: PaperFilter): Promise<Paper[]> {
  if (terms.length === 0 && !hasTrait(filter))
    return await newestPapers(app, filter, { offset: 0, limit: NEAREST })
  const { hits } = await rankPapers(app, terms, filter, { most: NEAREST })
  const papers = await selectPapersAt(
    app.readDb,
    hits.map((hit) => hit.position),
  )
  return hits.flatMap((hit) => papers.get(hit.position) ?? [])
}

const LEAST_FIRST: readonly Facet[] = ['answered', 'month', 'year', 'type', 'board', 'subject', 'grade']

type Some = { terms: Term[]; parts: Part[] }

/** Without each piece, then without the two that say least, and so on, down to nothing. */
function* relaxations({ terms, parts }: Understood): Generator<Some> {
  const pieces: (Term | Part)[] = [
    ...[...terms].reverse(),
    ...[...parts].sort((a, b) => LEAST_FIRST.indexOf(a.facet) - LEAST_FIRST.indexOf(b.facet)),
  ]
  const without = (gone: (Term | Part)[]): Some => ({
    terms: terms.filter((term) => !gone.includes(term)),
    parts: parts.filter((part) => !gone.includes(part)),
  })
  if (pieces.length > 1) for (const piece of pieces) yield without([piece])
  for (let count = 2; count < pieces.length; count++) yield without(pieces.slice(0, count))
  yield without(pieces)
}
