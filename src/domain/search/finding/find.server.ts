import type { App } from '#domain/app.ts'
import { newestPapers } from '#domain/lists/browse.server.ts'
import { countPapers, listFacets, sumUp } from '#domain/lists/facets.server.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import { askForFound } from '#domain/page-text/reading.server.ts'
import { preferredFirst, readPreference } from '#domain/paper/class-preference.ts'
import { DEFAULT_STATE } from '#domain/paper/exams-and-subjects.ts'
import {
  bothOf,
  type Facet,
  type FacetCounts,
  type First,
  hasTrait,
  type PaperFilter,
} from '#domain/paper/filters.ts'
import type { Paper, PaperNotes } from '#domain/paper/paper.ts'
import { type QuestionOfLine, questionsOfLines } from '#domain/questions/question-of-line.server.ts'
import type { Term, Understood } from '#domain/search/understanding/query.ts'
import { repairIndex } from '../indexing/reindex.server.ts'
import { selectPageTexts } from '../indexing/text-store.server.ts'
import {
  type NamedSubject,
  namedSubject,
  narrow,
  statesApart,
  understandSearch,
} from '../understanding/understand-search.server.ts'
import { type Alternatives, findAlternatives, NO_ALTERNATIVES } from './did-you-mean.server.ts'
import { foundFacets } from './found-facets.server.ts'
import { type MarkedLine, markLine } from './marked-line.ts'
import { addNamed, findNamed, NONE_NAMED } from './named-papers.server.ts'
import { type Ranking, rankPapers } from './rank.server.ts'
import { splitUnsaid } from './widen-terms.server.ts'

type Search = Pick<App, 'db' | 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock' | 'log' | 'recogniser'>

/** `total` counts up to a limit, `more` tells that there are more; `inside` counts papers found by their text alone.
 * `corrected` is the search with misspelt words corrected; `unsaid` are words without which the papers were found,
 * because no title has them and with them there are none.
 * While `isBeingMade`, the index is being rebuilt, and papers are missing. */
export type FoundPapers = Alternatives & {
  papers: FoundPaper[]
  page: number
  pages: number
  total: number
  more: boolean
  understood: Understood
  corrected: string | null
  unsaid: string[]
  facets: FacetCounts
  inside: number
  isBeingMade: boolean
}

type Asked = {
  q?: string
  filter?: PaperFilter
  /** Facets that are not narrowed, whatever the words say. */
  lifted?: readonly Facet[]
  page?: number
  size?: number
}

/** Titles and fields with all words in any order, then what is close, then texts; newest first within each.
 * Facets that words name narrow the list, unless the filter has them. Without words, or with a broken index,
 * only the catalogue's tables are read. Pages count from 1. */
export async function findPapers(app: Search, query: Asked): Promise<FoundPapers> {
  const { q = '', filter = {}, lifted = [] } = query
  const understood = await understandSearch(app, q, filter, lifted)
  const found = await answer(app, query, understood)
  if (found.total > 0 || found.isBeingMade) return found
  const { unsaid, rest } = await splitUnsaid(app, understood)
  const byRest = rest && (await answer(app, query, rest))
  if (!byRest || byRest.total === 0) return found
  return { ...byRest, understood, unsaid, didYouMean: found.didYouMean }
}

async function answer(app: Search, query: Asked, understood: Understood): Promise<FoundPapers> {
  const { q = '', filter = {}, page = 1, size = PAGE_SIZE } = query
  const narrowed = narrow(filter, understood)
  const range = { offset: (page - 1) * size, limit: size }
  const { terms, parts, isIgnored } = understood
  const asking = { q, understood, filter }
  const named = await namedSubject(app, understood, filter)
  const first = await firstOf(app, narrowed)
  if (terms.length === 0 && !hasTrait(filter) && (q.trim() === '' || parts.length > 0 || isIgnored)) {
    const found = await listPlain(app, narrowed, { named, page, range, first })
    askForFound(app, query, found.papers)
    return { ...found, understood, ...(await findAlternatives(app, { ...asking, total: found.total })) }
  }
  try {
    const ranking = await rankPapers(app, terms, narrowed, { named, first })
    const found = await listRanked(app, { q, terms, filter: narrowed, named, page, range }, ranking)
    askForFound(app, query, found.papers)
    const answer = { ...asking, total: found.total, isPoor: ranking.isPoor }
    return { ...found, understood, ...(await findAlternatives(app, answer)) }
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    repairIndex(app, 'broken')
    const facets = await listFacets(app, narrowed)
    return { ...NONE, ...NO_ALTERNATIVES, page, understood, facets, isBeingMade: true }
  }
}

const NONE = { papers: [], pages: 0, total: 0, more: false, corrected: null, unsaid: [], inside: 0 }

type Range = { offset: number; limit: number }

/** What the visitor said, where the filter leaves some of it, then of the State Board the centre's own state. */
export async function firstOf(app: Pick<App, 'readDb' | 'lists'>, filter: PaperFilter): Promise<First> {
  const { type, board, ownState = DEFAULT_STATE } = filter
  const preference = readPreference(filter.first ?? '')
  const ofSaid = preference
    ? preferredFirst(preference, filter.ownState).filter((part) => bothOf(filter, part))
    : []
  // Another state than the centre's own.
  const isApart = ofSaid.length > 0 && preference?.board !== ownState
  if (type !== 'state' || board !== undefined || isApart) return ofSaid
  const isOne = (await statesApart(app, filter)).includes(ownState)
  return isOne ? [...ofSaid, { board: ownState, ownState }] : ofSaid
}

type Plain = { named: NamedSubject | null; page: number; range: Range; first: First }

async function listPlain(app: Search, filter: PaperFilter, { named, page, range, first }: Plain) {
  const [papers, { total, facets }, siblings] = await Promise.all([
    newestPapers(app, filter, range, first),
    sumUp(app, filter),
    named ? findNamed(app, filter, named) : NONE_NAMED,
  ])
  const from = Math.max(0, range.offset - total)
  const positions = siblings.positions.slice(from, from + range.limit - papers.length)
  const following = await selectPapersAt(app.readDb, positions)
  papers.push(...positions.flatMap((position) => following.get(position) ?? []))
  const all = total + siblings.positions.length
  const rest = { more: siblings.more, corrected: null, unsaid: [], inside: 0, isBeingMade: false }
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
  if (from !== 0) repairIndex(app)
  const total = ranking.hits.length
  return {
    papers: await readHits(app, terms, ranking, range),
    page,
    pages: Math.ceil(total / range.limit),
    total,
    more: ranking.more,
    // Texts were searched for the words as typed, too: what was found there alone is no correction.
    corrected: ranking.insideFrom > 0 ? correctedOf(q, ranking) : null,
    unsaid: [],
    inside: ranking.hits.filter(({ position }) => ranking.pages.has(position)).length,
    facets: await foundFacets(app, terms, filter, ranking, named),
    isBeingMade: from !== 0,
  }
}

/** Only when nothing has the words as they were typed. */
function correctedOf(q: string, { widened, closeFrom, hits }: Ranking): string | null {
  if (closeFrom > 0 || hits.length === 0 || widened.corrections.length === 0) return null
  const meant = new Map(widened.corrections.map(({ typed, word }) => [typed, word]))
  return q.replace(/[\p{L}\p{N}\p{Co}\p{M}]+/gu, (typed) => meant.get(typed) ?? typed)
}

/** At most `most`, in order; of facets alone, their filter and what follows it. None while the index is broken. */
export async function findPositions(
  app: Search,
  { q, filter }: { q: string; filter: PaperFilter },
  most: number,
): Promise<{ positions: number[]; more: boolean; filter?: PaperFilter }> {
  const understood = await understandSearch(app, q, filter)
  const found = await positionsOf(app, understood, filter, most)
  const isNone = found.positions.length === 0 && understood.terms.length > 0
  const { rest } = isNone ? await splitUnsaid(app, understood) : { rest: null }
  return rest ? await positionsOf(app, rest, filter, most) : found
}

async function positionsOf(
  app: Search,
  understood: Understood,
  filter: PaperFilter,
  most: number,
): ReturnType<typeof findPositions> {
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
    repairIndex(app, 'broken')
    return { positions: [], more: false }
  }
}

type ListApp = Parameters<typeof findPapers>[0]

type PaperPage = { papers: FoundPaper[]; page: number; pages: number; total: number; more: boolean }

/** Newest month and year first; with `q`, what the search finds. Pages count from 1. */
export async function listPapers(
  app: ListApp,
  filter: PaperFilter,
  { q = '', page = 1, size = PAGE_SIZE }: { q?: string; page?: number; size?: number } = {},
): Promise<PaperPage> {
  if (q.trim() !== '') {
    const { papers, pages, total, more } = await findPapers(app, { q, filter, page, size })
    return { papers, page, pages, total, more }
  }
  const [papers, total] = await Promise.all([
    newestPapers(app, filter, { offset: (page - 1) * size, limit: size }),
    countPapers(app, filter),
  ])
  return { papers, page, pages: Math.ceil(total / size), total, more: false }
}

/** `inside`, the page and a line of it, where the text and not the title has the words, the question that it is of, and whether it was recognised; `sets` of its exam, where
 * somebody has looked for them. */
export type FoundPaper = Paper &
  PaperNotes & {
    inside?: { page: number; recognised?: true; question?: QuestionOfLine } & MarkedLine
  }

/** The papers of some of the hits, and of those that were found by their text the line. */
async function readHits(
  { readDb }: Pick<App, 'readDb'>,
  terms: Term[],
  { hits, pages, widened }: Ranking,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundPaper[]> {
  const pageHits = hits.slice(offset, offset + limit)
  const papers = await selectPapersAt(
    readDb,
    pageHits.map((hit) => hit.position),
  )
  // A word that is a synonym only next to another ("half" of "half yearly") is marked only there and where it was typed.
  const alone = (ways: string[][]) => ways.filter((way, at) => at === 0 || way.length === 1).flat()
  const words = terms.flatMap(({ typed, ways }) => [typed, ...alone(ways)])
  const rows = terms.flatMap(({ ways }) => ways.slice(1).filter((way) => way.length > 1))
  words.push(...widened.corrections.map((correction) => correction.word))
  const found = pageHits.flatMap(({ position }) => papers.get(position) ?? [])
  const inside = pageHits.flatMap(({ position }) => {
    const [paper, page] = [papers.get(position), pages.get(position)]
    return paper && page !== undefined ? [{ id: paper.id, page }] : []
  })
  const texts = await selectPageTexts(readDb, inside)
  const lines = new Map(
    inside.flatMap(({ id, page }) => {
      const { text = '', isRecognised = false } = texts.get(id) ?? {}
      const marked = markLine(text, words, rows)
      return marked ? [[id, { page, ...marked, ...(isRecognised && { recognised: true as const }) }]] : []
    }),
  )
  const questions = await questionsOfLines(
    readDb,
    [...lines].map(([id, { page, line }]) => ({ id, page, line })),
  )
  return found.map((paper) => {
    const line = lines.get(paper.id)
    const question = questions.get(paper.id)
    return line ? { ...paper, inside: { ...line, ...(question && { question }) } } : paper
  })
}
