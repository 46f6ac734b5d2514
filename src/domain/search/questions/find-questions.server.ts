// Longer than other files: understanding, ranking and counting questions are one answer to one search.
import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { FIRST_YEAR } from '#domain/paper/paper.ts'
import type { QuestionChapters } from '#domain/questions/chapters/find-chapters.ts'
import { chaptersAt } from '#domain/questions/chapters/paper-chapters.ts'
import {
  MOST_MARKS,
  NO_COUNTS,
  type QuestionCounts,
  type QuestionFilter,
  type QuestionSort,
} from '#domain/questions/question-filter.ts'
import {
  type AskedQuestions,
  type IndexState,
  type QuestionHit,
  SEARCH_COUNT_LIMIT,
} from '#domain/search/search-index.ts'
import type { Understood } from '#domain/search/understanding/query.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { repairIndex } from '../indexing/reindex.server.ts'
import { countUnread } from '../indexing/text-store.server.ts'
import { narrow, understandSearch } from '../understanding/understand-search.server.ts'
import { readText } from '../words/search-text.ts'
import { isWithin, sumUpQuestions } from './count-questions.server.ts'
import { rankQuestions } from './rank-questions.server.ts'
import { type FoundQuestion, readFoundQuestions } from './read-found-questions.server.ts'

/** What the words of a search say of questions besides what papers are filed under, as it was typed. */
type SaidOfQuestions = {
  marks?: { value: number; typed: string }
  years?: { from?: number; to?: number; typed: string }
}

const NUMBERS = [
  ['one', 'single', 'ஒரு', 'ஒன்று', 'एक'],
  ['two', 'இரு', 'இரண்டு', 'दो'],
  ['three', 'மூன்று', 'तीन'],
  ['four', 'நான்கு', 'चार'],
  ['five', 'ஐந்து', 'पांच', 'पाँच'],
  ['six', 'ஆறு', 'छह', 'छः'],
  ['seven', 'ஏழு', 'सात'],
  ['eight', 'எட்டு', 'आठ'],
  ['nine', 'ஒன்பது', 'नौ'],
  ['ten', 'பத்து', 'दस'],
]
const NUMBER = String.raw`(?<count>\d{1,2}|${NUMBERS.flat().join('|')})`
const YEAR = String.raw`(?:19|20)\d{2}`
/** Between words, whatever their script. */
const [BEGIN, END] = [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`]
const wordsOf = (pattern: string) => new RegExp(BEGIN + pattern + END, 'iu')

const MARKS = wordsOf(String.raw`${NUMBER}[\s-]*(?:marks?|markers?|மதிப்பெண்(?:கள்)?|மார்க்|अंक|अंकों|अंकीय|नंबर)`)
const LAST_YEARS = wordsOf(
  String.raw`(?:(?:of|from|in)\s+)?(?:the\s+)?(?:last|past|previous|கடந்த|पिछले)\s+${NUMBER}\s+(?:years?|ஆண்டு[\p{L}\p{M}]*|வருட[\p{L}\p{M}]*|साल|सालों|वर्ष|वर्षों)(?:\s+(?:के|का|की))?`,
)
const RANGE = wordsOf(
  String.raw`(?:(?:from|between)\s+)?(?<from>${YEAR})\s*(?:to|and|until|till|-|–|—|முதல்|से)\s*(?<to>${YEAR})(?:\s+(?:வரை|तक))?`,
)
const SINCE = wordsOf(String.raw`(?:since|from)\s+(?<from>${YEAR})(?:\s+on(?:wards?)?)?`)
const UNTIL = wordsOf(String.raw`(?:until|till|up\s+to|upto)\s+(?<to>${YEAR})`)

/** Takes "5 marks", "of the last ten years" and "2015 to 2020" out of a search; `rest` is what is left of it. */
export function readSaidOfQuestions(text: string, now: Date): { said: SaidOfQuestions; rest: string } {
  const said: SaidOfQuestions = {}
  let rest = readText(text)
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    const isRead = found !== null && read(said, found, currentYear(now))
    if (isRead) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return isRead
  }
  take(MARKS)
  for (const pattern of [LAST_YEARS, RANGE, SINCE, UNTIL]) if (take(pattern)) break
  return {
    said,
    rest: rest
      .replace(/\s*,\s*(?=,|$)|^\s*,/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** False for marks and years that no paper has. */
function read(said: SaidOfQuestions, { 0: typed, groups = {} }: RegExpExecArray, thisYear: number): boolean {
  const count = numberOf(groups.count)
  if (groups.count && /marks?|மதிப்|மார்க்|अंक|नंबर/iu.test(typed)) {
    if (count < 1 || count > MOST_MARKS) return false
    said.marks = { value: count, typed }
    return true
  }
  const from = groups.count ? thisYear - count + 1 : Number(groups.from ?? 0)
  const to = Number(groups.to ?? 0)
  const isYear = (year: number) => year === 0 || (year >= FIRST_YEAR && year <= thisYear + 1)
  if (!isYear(from) || !isYear(to) || (from && to && from > to)) return false
  said.years = { ...(from && { from }), ...(to && { to }), typed }
  return true
}

function numberOf(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text)
  return NUMBERS.findIndex((words) => words.includes(text.toLowerCase())) + 1
}

type Search = Pick<App, 'db' | 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock' | 'log' | 'recogniser'>

/** What an address or the words may narrow; a filter of the address goes before what the words say. */
type AskedFor = {
  q?: string
  filter?: QuestionFilter
  /** Not narrowed, whatever the words say. */
  lifted?: readonly ('marks' | 'years')[]
  sort?: QuestionSort
  page?: number
  size?: number
  /** Of the printing that is shown, where a question is printed in several. */
  language?: Language
}

/**
 * `total` counts up to a limit where words are looked for, and then `more` tells that there are more; no more than 600 are
 * listed, and where those asked most often go first, each of these once. `understood` is of the words without what `said` took out of them. `isPartly`: no question has all words.
 * `unread` counts papers whose pages are still being read, where nothing is found.
 */
export type FoundQuestions = {
  questions: FoundQuestion[]
  page: number
  pages: number
  total: number
  more: boolean
  isPartly: boolean
  understood: Understood
  said: SaidOfQuestions
  counts: QuestionCounts
  unread: number
  isBeingMade: boolean
}

const NONE = { questions: [], pages: 0, total: 0, more: false, isPartly: false, unread: 0 }
const UNREAD_COUNTED = 100

/** Questions of published papers whose text has all words, or else their text or title, as searches for papers understand them. Pages count from 1. */
export async function findQuestions(app: Search, query: AskedFor): Promise<FoundQuestions> {
  const { page = 1, size = PAGE_SIZE, sort = 'relevance', language } = query
  const { understood, said, filter, isNothing } = await understand(app, query)
  try {
    const state = await app.search.state(app.readDb)
    const { from } = state
    if (from !== 0) repairIndex(app)
    const found = isNothing
      ? {
          hits: [],
          total: 0,
          more: false,
          isPartly: false,
          counts: (await sumUpQuestions(app, filter)).counts,
        }
      : understood.terms.length > 0
        ? await findByWords(app, state, understood, filter, sort)
        : sort === 'asked'
          ? await listMostAsked(app, filter)
          : await listAll(app, filter, page * size)
    const pageHits = found.hits.slice((page - 1) * size, page * size)
    const { total, more, isPartly, counts } = found
    const listed = sort === 'asked' ? found.hits.length : total
    return {
      questions: await readFoundQuestions(app, pageHits, language),
      page,
      pages: Math.ceil(Math.min(listed, SEARCH_COUNT_LIMIT) / size),
      ...{ total, more, isPartly, understood, said, counts },
      unread: total === 0 ? await countWaiting(app) : 0,
      isBeingMade: from !== 0,
    }
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    repairIndex(app, 'broken')
    return { ...NONE, page, understood, said, counts: NO_COUNTS, isBeingMade: true }
  }
}

/** How many questions the same words find, without words all within the filter; none while the index is broken. */
export async function countQuestions(
  app: Search,
  query: Pick<AskedFor, 'q' | 'filter'>,
): Promise<{ total: number; more: boolean }> {
  const { understood, filter, isNothing } = await understand(app, query)
  if (isNothing) return NONE
  try {
    if (understood.terms.length === 0)
      return { total: (await sumUpQuestions(app, filter)).total, more: false }
    const state = await app.search.state(app.readDb)
    const { hits, more, isPartly } = await rankQuestions(app, state, understood.terms, filter, 'relevance')
    return isPartly ? NONE : { total: hits.length, more }
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    repairIndex(app, 'broken')
    return NONE
  }
}

/** Words that name what is looked for and not what it is about. */
const ASK_NOTHING = new Set(
  `question questions qn qns sum sums problem problems important previous pyq pyqs asked வினா வினாக்கள் கேள்வி கேள்விகள்
  கணக்குகள் प्रश्न प्रश्नों सवाल सवालों`.split(/\s+/),
)

/** Which questions, or in what order, and not about what: "most repeated questions", "chapter wise". */
const MANNER =
  /\b(?:(?:most|all|repeated(?:ly)?|frequently|asked|expected|important|model|practice|sample)\s+)+(?=(?:questions?|qns?|sums?|problems?)\b)|\b(?:chapter|lesson|topic|unit|year)[\s-]?wise\b/gi

/** "Questions", "previous year question papers"; but "year" alone may be what a question is about. */
function asksNothing(typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/)
  const rest = words.filter((word) => !ASK_NOTHING.has(word))
  return rest.length < words.length && rest.every((word) => /^(?:year|paper)s?$/.test(word))
}

async function understand(app: Search, { q = '', filter = {}, lifted = [] }: AskedFor) {
  const { said, rest } = readSaidOfQuestions(q, app.clock.now())
  const { from, to, marks, chapter, ...ofPaper } = filter
  const given: PaperFilter = ofPaper
  const read = await understandSearch(app, rest.replace(MANNER, '').trim() || rest, given)
  const telling = read.terms.filter(({ typed }) => !asksNothing(typed))
  const isAll = telling.length + read.parts.length > 0 || said.marks !== undefined || said.years !== undefined
  const understood = isAll || read.terms.length > 0 ? { ...read, terms: telling } : read
  const { type, grade, subject, month, answered, board, ownState, year } = narrow(given, understood)
  const ofWords = said.years ?? (year ? { from: year, to: year } : {})
  const years = from || to ? { from, to } : lifted.includes('years') ? {} : ofWords
  const whole: QuestionFilter = {
    ...defined({ type, grade, subject, month, answered, board, ownState, from: years.from, to: years.to }),
    ...defined({ marks: marks ?? (lifted.includes('marks') ? undefined : said.marks?.value), chapter }),
  }
  return {
    understood,
    said,
    filter: whole,
    isNothing: q.trim() !== '' && !isAll && read.terms.length === 0 && !read.isIgnored,
  }
}

function defined<Of extends object>(of: Of): Of {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Of
}

type Found = {
  hits: QuestionHit[]
  total: number
  more: boolean
  isPartly: boolean
  counts: QuestionCounts
}

async function findByWords(
  app: Search,
  state: IndexState,
  { terms }: Understood,
  filter: QuestionFilter,
  sort: QuestionSort,
): Promise<Found> {
  const ranking = await rankQuestions(app, state, terms, filter, sort === 'newest' ? sort : 'relevance')
  const hits = sort === 'asked' ? await mostAskedFirst(app, ranking.hits) : ranking.hits
  return { ...ranking, hits, total: ranking.hits.length }
}

/** Newest papers first, each paper's questions in its order. */
async function listAll(app: Search, filter: QuestionFilter, most: number): Promise<Found> {
  const query: AskedQuestions = { terms: [], filter }
  // A paper that is cut by the limit lacks its first questions, which go first.
  const limit = Math.min(most, SEARCH_COUNT_LIMIT) + MOST_OF_A_PAPER
  const [[hits = []], { total, counts }] = await Promise.all([
    app.search.questions(app.readDb, [[query]], limit),
    sumUpQuestions(app, filter),
  ])
  const inOrder = hits.toSorted((one, other) => other.position - one.position || one.place - other.place)
  return { hits: inOrder.slice(0, SEARCH_COUNT_LIMIT), total, more: false, isPartly: false, counts }
}
const MOST_OF_A_PAPER = 511

/** What was asked in several years, before all others. */
async function listMostAsked(app: Search, filter: QuestionFilter): Promise<Found> {
  const { readDb, search } = app
  const papers = await search.questionsOfPapers(readDb)
  const { marks, chapter, ...ofPaper } = filter
  const areWithin = new Map<number, boolean>()
  const isPaperWithin = (position: number) => {
    const facts = papers.get(position)?.facts
    return facts !== undefined && isWithin(facts, ofPaper)
  }
  const isOfFilter = (hit: QuestionHit) => {
    if (marks !== undefined && marks !== hit.marks) return false
    const isOfPaper = areWithin.getOrInsertComputed(hit.position, isPaperWithin)
    if (!isOfPaper || chapter === undefined) return isOfPaper
    return isOfChapter(chaptersAt(papers.get(hit.position)?.chapters ?? '', hit.place), chapter)
  }
  const first = await search.mostAsked(readDb, isOfFilter, SEARCH_COUNT_LIMIT)
  if (first.length === SEARCH_COUNT_LIMIT)
    return { ...(await sumUpQuestions(app, filter)), hits: first, more: false, isPartly: false }
  const newest = await listAll(app, filter, SEARCH_COUNT_LIMIT)
  const hits = await mostAskedFirst(app, [...first, ...newest.hits])
  return { ...newest, hits: hits.slice(0, SEARCH_COUNT_LIMIT) }
}

function isOfChapter({ sure, maybe }: QuestionChapters, chapter: string): boolean {
  return sure.includes(chapter) || maybe.includes(chapter)
}

/** In their order otherwise; of those that are alike the first one. */
async function mostAskedFirst(
  { readDb, search }: Search,
  hits: readonly QuestionHit[],
): Promise<QuestionHit[]> {
  const repeated = await search.repeated(readDb, hits)
  const seen = new Set<number | string>()
  return hits
    .map((hit, at) => ({ hit, years: repeated[at]?.years ?? 1, likeness: repeated[at]?.likeness }))
    .sort((one, other) => other.years - one.years)
    .flatMap(({ hit, likeness = `${hit.position} ${hit.place}` }) => {
      if (seen.has(likeness)) return []
      seen.add(likeness)
      return [hit]
    })
}

async function countWaiting({ readDb, recogniser }: Search): Promise<number> {
  return await countUnread(readDb, { most: UNREAD_COUNTED, withScans: await recogniser.isOn() })
}
