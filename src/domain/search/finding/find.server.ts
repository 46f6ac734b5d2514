import type { App } from '#domain/app.ts'
import { newestPapers } from '#domain/lists/browse.server.ts'
import { listFacets, sumUp } from '#domain/lists/facets.server.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import { type Facet, type FacetCounts, PAGE_SIZE, type PaperFilter } from '#domain/paper/filters.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Term, Understood } from '#domain/search/understanding/understood.ts'
import { mendIndex } from '../indexing/reindex.server.ts'
import { selectPageTexts } from '../indexing/text-store.server.ts'
import {
  type NamedSubject,
  namedSubject,
  narrow,
  understandSearch,
} from '../understanding/understand-search.server.ts'
import { foundFacets } from './found-facets.server.ts'
import { type MarkedLine, markLine } from './marked-line.ts'
import { addNamed, findNamed, NONE_NAMED } from './named-papers.server.ts'
import { findNearest } from './nearest.server.ts'
import { type Ranking, rankPapers } from './rank.server.ts'

type Search = Pick<App, 'db' | 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock' | 'log'>

/** A paper of a search; `inside` where its text and not its title has the words: the page, and a line of it. */
export type FoundPaper = Paper & { inside?: { page: number } & MarkedLine }

/**
 * A page of a search. `total` counts up to a limit, `more` says that there are more. `corrected` is the search with its
 * misspelt words as titles have them. `inside` counts the papers that were found by their text alone. `nearest` are
 * papers for a search that finds none. While `isBeingMade`, the search is being made anew and misses papers.
 */
export type FoundPapers = {
  papers: FoundPaper[]
  page: number
  pages: number
  total: number
  more: boolean
  understood: Understood
  corrected: string | null
  nearest: Paper[]
  facets: FacetCounts
  inside: number
  isBeingMade: boolean
}

export type Asked = {
  q?: string
  filter?: PaperFilter
  /** Facets that are not narrowed, whatever the words say. */
  lifted?: readonly Facet[]
  page?: number
  size?: number
}

/**
 * Finds papers by words, in any order: titles and fields that have them all, then what is close, then texts; newest
 * first within each. What words say of facets narrows the list, unless the filter says otherwise. Without words, or when
 * the index is broken, only the catalogue's own tables are read. Pages count from 1.
 */
export async function findPapers(app: Search, asked: Asked): Promise<FoundPapers> {
  const { q = '', filter = {}, lifted = [], page = 1, size = PAGE_SIZE } = asked
  const understood = await understandSearch(app, q, filter, lifted)
  const narrowed = narrow(filter, understood)
  const range = { offset: (page - 1) * size, limit: size }
  const { terms, parts } = understood
  const named = await namedSubject(app, understood, filter)
  if (terms.length === 0 && (q.trim() === '' || parts.length > 0)) {
    const found = await listPlain(app, narrowed, named, page, range)
    const nearest = found.total === 0 ? await findNearest(app, understood, filter) : []
    return { ...found, understood, nearest }
  }
  try {
    const ranking = await rankPapers(app, terms, narrowed, { named })
    const found = await listRanked(app, { q, terms, filter: narrowed, named, page, range }, ranking)
    const nearest = found.total === 0 ? await findNearest(app, understood, filter) : []
    return { ...found, understood, nearest }
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    mendIndex(app, 'broken')
    const facets = await listFacets(app, narrowed)
    return { ...NOTHING, page, understood, facets, isBeingMade: true }
  }
}

const NOTHING = { papers: [], pages: 0, total: 0, more: false, corrected: null, nearest: [], inside: 0 }

type Range = { offset: number; limit: number }

async function listPlain(
  app: Search,
  filter: PaperFilter,
  named: NamedSubject | null,
  page: number,
  range: Range,
) {
  const [papers, { total, facets }, others] = await Promise.all([
    newestPapers(app, filter, range),
    sumUp(app, filter),
    named ? findNamed(app, filter, named) : NONE_NAMED,
  ])
  const from = Math.max(0, range.offset - total)
  const positions = others.positions.slice(from, from + range.limit - papers.length)
  const following = await selectPapersAt(app.readDb, positions)
  papers.push(...positions.flatMap((position) => following.get(position) ?? []))
  const all = total + others.positions.length
  const rest = { more: others.more, corrected: null, inside: 0, isBeingMade: false }
  const counted = named ? await addNamed(app, filter, named, facets) : facets
  return { papers, page, pages: Math.ceil(all / range.limit), total: all, facets: counted, ...rest }
}

type Ranked = {
  q: string
  terms: Term[]
  filter: PaperFilter
  named: NamedSubject | null
  page: number
  range: Range
}

async function listRanked(app: Search, { q, terms, filter, named, page, range }: Ranked, ranking: Ranking) {
  const { from } = await app.search.state(app.readDb)
  if (from !== 0) mendIndex(app)
  const total = ranking.hits.length
  return {
    papers: await readHits(app, terms, ranking, range),
    page,
    pages: Math.ceil(total / range.limit),
    total,
    more: ranking.more,
    // Texts were asked for the words as typed as well: what was found there alone is no correction.
    corrected: ranking.insideFrom > 0 ? correctedOf(q, ranking) : null,
    inside: ranking.hits.filter(({ position }) => ranking.pages.has(position)).length,
    facets: await foundFacets(app, terms, filter, ranking, named),
    isBeingMade: from !== 0,
  }
}

/** The papers of one page in the ranking's order; those that went since are left out. */
async function readHits(
  { readDb }: Search,
  terms: Term[],
  { hits, pages, widened }: Ranking,
  { offset, limit }: Range,
): Promise<FoundPaper[]> {
  const shown = hits.slice(offset, offset + limit)
  const papers = await selectPapersAt(
    readDb,
    shown.map((hit) => hit.position),
  )
  // A word that says the same only beside another, as the "half" of "half yearly", is marked only where it was typed.
  const alone = (ways: string[][]) => ways.filter((way, at) => at === 0 || way.length === 1).flat()
  const words = [...terms.flatMap(({ typed, ways }) => [typed, ...alone(ways)])]
  words.push(...widened.corrections.map((correction) => correction.word))
  const found = shown.flatMap(({ position }) => papers.get(position) ?? [])
  const inside = shown.flatMap(({ position }) => {
    const [paper, page] = [papers.get(position), pages.get(position)]
    return paper && page !== undefined ? [{ id: paper.id, page }] : []
  })
  const texts = await selectPageTexts(readDb, inside)
  const lines = new Map(
    inside.flatMap(({ id, page }) => {
      const marked = markLine(texts.get(id) ?? '', words)
      return marked ? [[id, { page, ...marked }]] : []
    }),
  )
  return found.map((paper) => {
    const line = lines.get(paper.id)
    return line ? { ...paper, inside: line } : paper
  })
}

/** Only when nothing has the words as they were typed. */
function correctedOf(q: string, { widened, closeFrom, hits }: Ranking): string | null {
  if (closeFrom > 0 || hits.length === 0 || widened.corrections.length === 0) return null
  return widened.corrections.reduce((text, { typed, word }) => text.replace(typed, word), q)
}

/**
 * Positions of the papers of a search in their order, at most `most`, and whether there are more; of one that says
 * facets alone, the filter that they make and which papers follow those of the filter. None while the index is broken.
 */
export async function findPositions(
  app: Search,
  { q, filter }: { q: string; filter: PaperFilter },
  most: number,
): Promise<{ positions: number[]; more: boolean; filter?: PaperFilter }> {
  const understood = await understandSearch(app, q, filter)
  const narrowed = narrow(filter, understood)
  const named = await namedSubject(app, understood, filter)
  if (understood.terms.length === 0 && understood.parts.length > 0)
    return { ...(named ? await findNamed(app, narrowed, named) : NONE_NAMED), filter: narrowed }
  if (understood.terms.length === 0) return { positions: [], more: false }
  try {
    const { hits, more } = await rankPapers(app, understood.terms, narrowed, { most, named })
    return { positions: hits.map((hit) => hit.position), more }
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    mendIndex(app, 'broken')
    return { positions: [], more: false }
  }
}
