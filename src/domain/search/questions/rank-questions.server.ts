import { LRUCache } from 'lru-cache'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Subject } from '#domain/paper/paper.ts'
import { chapterNamesOf } from '#domain/questions/chapters/chapter-names.ts'
import { chaptersAt } from '#domain/questions/chapters/paper-chapters.ts'
import type { Printing } from '#domain/questions/find-questions.ts'
import {
  NO_COUNTS,
  QUESTION_FACETS,
  type QuestionCounts,
  type QuestionFacet,
  type QuestionFilter,
  type QuestionSort,
} from '#domain/questions/question-filter.ts'
import {
  type AskedQuestions,
  type AskedTerm,
  type IndexState,
  type QuestionHit,
  SEARCH_COUNT_LIMIT,
} from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import type { TitleWords } from '#domain/search/understanding/vocabulary.ts'
import { closenessOf, patternsOf } from '../finding/closeness.ts'
import { insideTerms } from '../finding/find-inside.server.ts'
import { createTermCounter, isOwnSubject, ownSubjectsOf } from '../finding/subject-affinity.ts'
import { type Widened, widenTerms } from '../finding/widen-terms.server.ts'
import { titleWords } from '../understanding/understand-search.server.ts'
import { countFound, type Papers, type Scanned } from './count-questions.server.ts'

const CACHE_MS = 60_000
const CACHE_SIZE = 200
/** To read and compare a question takes some 20 µs. */
const QUESTIONS_READ = 120
/** Where no question has all words, those with its rarest are tried; a word in so many questions says little. */
const [RAREST, RARE] = [3, 2_000]

type Search = Pick<App, 'readDb' | 'search'>

/**
 * At most 600 of the newest, in their order: of those that are read, those in which the words are together first, then
 * those of the subject that the words are terms of. `isPartly`: none has all words, these have the rarest of them.
 */
type QuestionRanking = {
  hits: QuestionHit[]
  more: boolean
  isPartly: boolean
  counts: QuestionCounts
}

/** Cached until the index has another `age`. */
export async function rankQuestions(
  app: Search,
  { age }: Pick<IndexState, 'age'>,
  terms: Term[],
  filter: QuestionFilter,
  sort: QuestionSort,
): Promise<QuestionRanking> {
  const typedTerms = terms.map(({ typed, ways, isBeginning }) => [typed, ways, isBeginning])
  const key = JSON.stringify([age, typedTerms, Object.entries(filter).sort(), sort])
  const rankings = caches.getOrInsertComputed(app.readDb, newCache)
  const known = rankings.get(key)
  if (known) return known
  const ranking = await rank(app, terms, filter, sort)
  rankings.set(key, ranking)
  return ranking
}

const newCache = () => new LRUCache<string, QuestionRanking>({ max: CACHE_SIZE, ttl: CACHE_MS })
const caches = new WeakMap<ReadDatabase, ReturnType<typeof newCache>>()

async function rank(
  app: Search,
  terms: Term[],
  filter: QuestionFilter,
  sort: QuestionSort,
): Promise<QuestionRanking> {
  const widened = await widenTerms(app, terms)
  const { steps, whole, rest } = stepsOf(terms, widened, await titleWords(app))
  let counts = NO_COUNTS
  for (const { asked, isByTitle } of steps) {
    const found = await scanAll(app, filter, (within) => asksOf(terms, within, asked))
    counts = found.counts
    if (found.all.hits.length === 0) continue
    const ordered = await order(app, terms, whole, found, { sort, isByTitle })
    if (ordered.hits.length > 0) return { ...ordered, isPartly: false, counts }
  }
  const rarest = await findRarest(app, rest)
  for (let count = Math.min(RAREST, rarest.length); count > 0; count--) {
    const some = rarest.slice(0, count)
    const part = await scanAll(app, filter, (within) => [{ terms: some, filter: within }])
    if (part.all.hits.length > 0)
      return { ...(await order(app, terms, whole, part, { sort })), isPartly: true, counts: part.counts }
  }
  return { hits: [], more: false, isPartly: false, counts }
}

type Whole = (isHome: (term: Term) => boolean) => AskedTerm[]

/** `isByTitle`: any term may be said by the title alone. */
type Step = { asked: Whole; isByTitle?: true }

/**
 * Further and further from the questions' own words: titles say the exams that texts do not, then texts or titles say any
 * term, then the papers' months say the exams. An exam alone is looked for in titles first if they say it as it was typed: "supply" may
 * be of an economy, where they say "supplementary". `whole` is all terms as texts say them, `rest` those of which some are
 * looked for at last.
 */
function stepsOf(
  terms: Term[],
  widened: Widened,
  titles: TitleWords,
): { steps: Step[]; whole: Whole; rest: AskedTerm[] } {
  const exams = terms.filter(namesExam)
  const others = terms.filter((term) => !namesExam(term))
  const inText: Whole = (isHome) => insideTerms(others, widened, isHome)
  const beside =
    (ask: (exam: Term) => AskedTerm): Whole =>
    (isHome) => [...inText(isHome), ...exams.map(ask)]
  const byTitle = ({ ways }: Term) => ({ ways, isOfTitle: true as const })
  const byEither = ({ ways }: Term) => ({ ways, ...MAY_BE_OF_TITLE })
  const whole = beside(({ ways }) => ({ ways }))
  const steps: Step[] = []
  if (exams.length === 0) steps.push({ asked: inText })
  else if (inText(() => true).length > 0) {
    // "Subsets of set A" may be about a set, "matrices, set 2" is about a paper.
    const isNumbered = ({ ways }: Term) => /\d/.test(String(ways))
    steps.push({ asked: beside((exam) => (isNumbered(exam) ? byTitle(exam) : { ways: exam.ways })) })
    if (!exams.every(isNumbered))
      steps.push({ asked: beside((exam) => (isNumbered(exam) ? byTitle(exam) : byEither(exam))) })
  } else {
    const isTitled = ({ ways: [typed = []], isPhrase }: Term) => isPhrase || typed.every(titles.has)
    if (!exams.every(isTitled)) steps.push({ asked: beside(({ ways }) => ({ ways: ways.slice(0, 1) })) })
    steps.push({ asked: beside(byTitle) })
  }
  const anywhere: Whole = (isHome) => whole(isHome).map((term) => ({ ...term, ...MAY_BE_OF_TITLE }))
  steps.push({ asked: anywhere, isByTitle: true })
  if (exams.some(({ inFields }) => inFields))
    steps.push({
      asked: beside((exam) => byEither({ ...exam, ways: [...exam.ways, ...(exam.inFields ?? [])] })),
    })
  return { steps, whole, rest: beside(byEither)(() => true) }
}

/** "Half yearly" and "set 2" are said by papers, and by questions of interest and of sets as something else. */
function namesExam({ isPhrase, inFields }: Term): boolean {
  return isPhrase === true || inFields !== undefined
}

const MAY_BE_OF_TITLE = { mayBeOfTitle: true as const }

/** A term's synonyms count in its own subject alone: elsewhere only the typed word itself does. */
function asksOf(terms: Term[], filter: QuestionFilter, whole: Whole): AskedQuestions[] {
  const { subject } = filter
  if (subject !== undefined || !terms.some(({ subjects }) => subjects))
    return asked(
      whole((term) => subject === undefined || isOwnSubject(term, subject)),
      filter,
    )
  const anywhere = asked(
    whole((term) => !term.subjects),
    filter,
  )
  const within = (home: Subject) =>
    asked(
      whole((term) => isOwnSubject(term, home)),
      { ...filter, subject: home },
    )
  return [...ownSubjectsOf(terms).flatMap(within), ...anywhere]
}

function asked(terms: AskedTerm[], filter: QuestionFilter): AskedQuestions[] {
  return terms.length > 0 ? [{ terms, filter }] : []
}

type Found = { all: Scanned; counts: QuestionCounts; papers: Papers }

/** All that is found, and what each facet counts: found without its own filter. All of it is one question to the index. */
async function scanAll(
  app: Search,
  filter: QuestionFilter,
  asksWithin: (filter: QuestionFilter) => AskedQuestions[],
): Promise<Found> {
  const filters = [filter]
  const at = {} as Record<QuestionFacet, number>
  for (const facet of QUESTION_FACETS) {
    const without = withoutFacet(filter, facet)
    at[facet] = without ? filters.push(without) - 1 : 0
  }
  const asks = filters.map(asksWithin)
  const [found, papers] = await Promise.all([
    app.search.questions(app.readDb, asks, SEARCH_COUNT_LIMIT + 1),
    app.search.questionsOfPapers(app.readDb),
  ])
  const scans = found.map(inOrder)
  const ofFacets = Object.fromEntries(QUESTION_FACETS.map((facet) => [facet, scans[at[facet]]]))
  const counts = countFound(app.search, papers, filter, ofFacets as Record<QuestionFacet, Scanned>)
  return { all: scans[0] as Scanned, counts, papers }
}

/** Null where nothing would change. */
function withoutFacet(filter: QuestionFilter, facet: QuestionFacet): QuestionFilter | null {
  if (facet !== 'year') return filter[facet] === undefined ? null : { ...filter, [facet]: undefined }
  return filter.from || filter.to ? { ...filter, from: undefined, to: undefined } : null
}

/** The questions of a paper in its order. */
function inOrder(found: readonly QuestionHit[]): Scanned {
  const hits = found.toSorted((one, other) => other.position - one.position || one.place - other.place)
  const isCut = hits.length > SEARCH_COUNT_LIMIT
  return { hits: isCut ? hits.slice(0, SEARCH_COUNT_LIMIT) : hits, isCut }
}

function keyOf({ position, place }: { position: number; place: number }) {
  return `${position} ${place}`
}

async function findRarest({ readDb, search }: Search, terms: AskedTerm[]): Promise<AskedTerm[]> {
  if (terms.length < RAREST) return []
  const found = await search.questions(
    readDb,
    terms.map((term) => [{ terms: [term], filter: {} }]),
    RARE,
  )
  const counted = terms.map((term, at) => ({ term, questions: found[at]?.length ?? 0 }))
  return counted
    .filter(({ questions }) => questions > 0 && questions < RARE)
    .sort((one, other) => one.questions - other.questions)
    .map(({ term }) => term)
}

async function order(
  { readDb, search }: Search,
  terms: Term[],
  whole: Whole,
  { all: { hits, isCut }, papers }: Found,
  { sort, isByTitle }: { sort: QuestionSort; isByTitle?: true },
): Promise<{ hits: QuestionHit[]; more: boolean }> {
  const patterns = patternsOf(whole(() => true))
  const areTerms = terms.some(({ subjects }) => subjects)
  if (sort === 'newest' || (patterns.length < 2 && !areTerms)) return { hits: [...hits], more: isCut }
  const subjectOf = ({ position }: QuestionHit) => papers.get(position)?.facts.subject ?? ''
  const home: readonly string[] = ownSubjectsOf(terms)
  const read = readable(hits, (hit) => home.includes(subjectOf(hit)))
  const stored = new Map((await search.readQuestions(readDb, read)).map((each) => [keyOf(each), each]))
  const count = createTermCounter(terms)
  const judged = read.flatMap((hit) => {
    const text = textOf(stored.get(keyOf(hit))?.printings)
    const chapters = chaptersAt(papers.get(hit.position)?.chapters ?? '', hit.place)
    const named = `${text}\n${chapterNamesOf(search.chapters, chapters)}`
    // The index stems English: "integral" is no "integration of the princely states".
    const terms = areTerms ? count(named, subjectOf(hit)) : 0
    if (terms === null && !isByTitle) return []
    return [
      {
        hit,
        closeness: closenessOf(text, patterns),
        terms: terms ?? 0,
        isHome: home.includes(subjectOf(hit)),
      },
    ]
  })
  judged.sort(
    (one, other) =>
      other.closeness - one.closeness || other.terms - one.terms || Number(other.isHome) - Number(one.isHome),
  )
  const isRead = new Set(read)
  const rest = hits.filter((hit) => !isRead.has(hit))
  return { hits: [...judged.map(({ hit }) => hit), ...rest], more: isCut }
}

/** The newest, half of them of the subjects at home where there are enough. */
function readable(hits: readonly QuestionHit[], isHome: (hit: QuestionHit) => boolean): QuestionHit[] {
  if (hits.length <= QUESTIONS_READ) return [...hits]
  const home = hits.filter(isHome).slice(0, QUESTIONS_READ / 2)
  const taken = new Set(home)
  const rest = hits.filter((hit) => !taken.has(hit)).slice(0, QUESTIONS_READ - home.length)
  return [...home, ...rest].sort((one, other) => other.position - one.position || one.place - other.place)
}

function textOf(printings = '[]'): string {
  return (JSON.parse(printings) as Printing[]).map(({ text }) => text).join('\n')
}
