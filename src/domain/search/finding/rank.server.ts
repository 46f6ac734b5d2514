import { LRUCache } from 'lru-cache'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { bothOf, FACETS, type First, type PaperFilter, TRAIT_NAMES } from '#domain/paper/filters.ts'
import { type AskedTerm, type Question, SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import type { NamedSubject } from '../understanding/understand-search.server.ts'
import { areOnOnePage, findInside, insideTerms } from './find-inside.server.ts'
import { exactTerms, otherRegion, stepsOf, type Widened, widenTerms } from './widen-terms.server.ts'

const CACHE_MS = 60_000
const CACHE_SIZE = 200

type Search = Pick<App, 'readDb' | 'search'>

/** At most 600 hits: papers with all words in title and fields; from `closeFrom` on, with what is close to them;
 * then other subjects' with the named subject in their titles; from `insideFrom` on, with the words in their text,
 * on the page that `pages` gives. Newest first within each. For a set code, first its own papers, by title or page,
 * then those of its series, then those of its subject. */
export type Ranking = {
  hits: Facts[]
  closeFrom: number
  insideFrom: number
  pages: Map<number, number>
  more: boolean
  insideCut: AskedTerm[] | null
  /** No title and no page has all words. */
  isPoor: boolean
  widened: Widened
}

type Ranked = {
  most?: number
  /** Where words named the filter's subject, others' papers with it follow. */
  named?: NamedSubject | null
  /** What the same terms were widened to before. */
  widened?: Widened
  /** Of papers that are found alike. */
  first?: First
}

/** Cached until the index changes. */
export async function rankPapers(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  { most = SEARCH_COUNT_LIMIT, named = null, widened, first = [] }: Ranked = {},
): Promise<Ranking> {
  const { age } = await app.search.state(app.readDb)
  const typedTerms = terms.map(({ typed, ways, isBeginning }) => [typed, ways, isBeginning])
  const within = [...FACETS, ...TRAIT_NAMES, 'foldsSets' as const, 'ownState' as const].map(
    (name) => filter[name] ?? null,
  )
  const key = JSON.stringify([age, most, typedTerms, named, within, first])
  const rankings = caches.getOrInsertComputed(app.readDb, newCache)
  const known = rankings.get(key)
  if (known) return known
  const ranking = await rank(app, terms, filter, { most, named, widened, first })
  rankings.set(key, ranking)
  return ranking
}

const newCache = () => new LRUCache<string, Ranking>({ max: CACHE_SIZE, ttl: CACHE_MS })
const caches = new WeakMap<ReadDatabase, ReturnType<typeof newCache>>()

async function rank(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  { most, named, widened: known, first = [] }: Ranked & { most: number },
): Promise<Ranking> {
  const { readDb, search } = app
  const exact = exactTerms(terms)
  const hits: Facts[] = []
  const pages = new Map<number, number>()
  const match = async (question: Omit<Question, 'filter'>, within = filter) => {
    if (hits.length > most) return
    const known = new Set(first.length > 0 ? hits.map(({ position }) => position) : pages.keys())
    for (const part of [...first, {}]) {
      const both = bothOf(within, part)
      if (!both) continue
      const left = first.length > 0 ? most + 1 : most + 1 - hits.length
      const found = await search.match(readDb, { ...question, filter: both }, left)
      hits.push(...found.filter(({ position }) => !known.has(position)))
      if (hits.length > most) return
      if (first.length > 0) for (const { position } of found) known.add(position)
    }
  }
  let insideCut: AskedTerm[] | null = null
  const lookInside = async (step: (isHome: (term: Term) => boolean) => AskedTerm[], isWhole = false) => {
    const asked = step(() => true)
    if (hits.length > most || asked.length === 0) return
    const found = await findInside(app, { terms, filter, isWhole }, step, hits)
    for (const [position, page] of found.pages) pages.set(position, page)
    hits.push(...found.hits)
    if (found.isCut) insideCut = asked
  }
  const other = otherRegion(terms)
  if (other) await match({ terms: exact, but: [...exact, other] })
  await match({ terms: other ? [...exact, other] : exact })
  if (terms.some(({ code }) => code)) await lookInside(() => exact, true)
  const closeFrom = hits.length
  const widened = known ?? (await widenTerms(app, terms))
  for (const [at, asked] of widened.steps.entries())
    await match({ terms: asked, but: at === 0 ? exact : widened.steps[at - 1] })
  if (named) {
    const asked = [...widened.terms, { ways: named.ways, isOfTitle: true as const }]
    await match({ terms: asked, notOf: named.subject }, { ...filter, subject: undefined })
  }
  const insideFrom = hits.length
  for (const at of stepsOf(insideTerms(terms, widened)).keys())
    await lookInside((isHome) => stepsOf(insideTerms(terms, widened, isHome))[at] ?? [])
  const more = hits.length > most || insideCut !== null
  const isPoor =
    insideFrom === 0 && hits.length > 0 && !(await areOnOnePage(app, insideTerms(terms, widened), filter))
  const ranked = { hits: hits.slice(0, most), closeFrom, insideFrom, pages, more, insideCut, isPoor, widened }
  return filter.foldsSets ? await fold(readDb, ranked) : ranked
}

/** Of an exam's sets, one that the words find best. */
async function fold(readDb: ReadDatabase, ranking: Ranking): Promise<Ranking> {
  const { hits, closeFrom, insideFrom } = ranking
  const [exact = [], close = [], inside = []] = await foldSets(readDb, [
    hits.slice(0, closeFrom),
    hits.slice(closeFrom, insideFrom),
    hits.slice(insideFrom),
  ])
  const from = { closeFrom: exact.length, insideFrom: exact.length + close.length }
  return { ...ranking, ...from, hits: [...exact, ...close, ...inside] }
}

type Listed = { position: number }

/** Of papers in several parts, one after the other: of each exam only one paper is left, in the place and the part of its
 * first. It is the first by its set of those in that part. */
async function foldSets<Each extends Listed>(
  readDb: ReadDatabase,
  parts: readonly Each[][],
): Promise<Each[][]> {
  const sets = await selectSetsAt(
    readDb,
    parts.flat().map(({ position }) => position),
  )
  const seen = new Set<string>()
  return parts.map((part) => {
    const first = new Map<string, Each>()
    for (const each of part) {
      const set = sets.get(each.position)
      if (!set) continue
      const other = first.get(set.exam)
      if (!other || isBefore(set, sets.get(other.position) ?? set)) first.set(set.exam, each)
    }
    return part.flatMap((each) => {
      const exam = sets.get(each.position)?.exam
      if (exam === undefined) return [each]
      if (seen.has(exam)) return []
      seen.add(exam)
      return [first.get(exam) ?? each]
    })
  })
}

type SetAt = { exam: string; examSet: string; serial: number }

function isBefore(one: SetAt, other: SetAt) {
  return one.examSet === other.examSet ? one.serial < other.serial : one.examSet < other.examSet
}

/** Of two papers of one exam, one at least is folded; of an exam with too many to be sets, none is. */
async function selectSetsAt(readDb: ReadDatabase, positions: number[]): Promise<Map<number, SetAt>> {
  if (positions.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('papers')
    .select(['position', 'exam', 'examSet', 'serial', 'folded'])
    .where('position', 'in', bucketedValues(positions))
    .where('exam', '<>', '')
    .execute()
  const exams = new Set(rows.flatMap(({ exam, folded }) => (folded ? [exam] : [])))
  const sets = rows.filter(({ exam }) => exams.has(exam))
  return new Map(
    sets.map(({ position, exam, examSet, serial }) => [position, { exam: exam ?? '', examSet, serial }]),
  )
}
