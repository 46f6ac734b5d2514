import type { App } from '#domain/app.ts'
import { DEFAULT_STATE, STATES } from '#domain/paper/exams-and-subjects.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { ALL_SUBJECTS, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '#domain/paper/paper.ts'
import {
  QUESTION_FACETS,
  type QuestionCounts,
  type QuestionFacet,
  type QuestionFilter,
} from '#domain/questions/question-filter.ts'
import type { QuestionHit, QuestionsOfPaper } from '#domain/search/search-index.ts'

type Tally = Map<string, { questions: number; more?: true }>
type Tallies = Record<QuestionFacet, Tally>
export type Sums = { total: number; counts: QuestionCounts }
type Papers = ReadonlyMap<number, QuestionsOfPaper>

const MOST_SUMS = 200
const cache = new WeakMap<Papers, Map<string, Sums>>()

/** Exact counts of all questions within the filter, and of what each value would leave; cached until questions change. */
export async function sumUpQuestions(
  { readDb, search }: Pick<App, 'readDb' | 'search'>,
  filter: QuestionFilter,
): Promise<Sums> {
  const papers = await search.questionsOfPapers(readDb)
  const sums = cache.get(papers) ?? new Map<string, Sums>()
  cache.set(papers, sums)
  const key = JSON.stringify(Object.entries(filter).sort())
  const known = sums.get(key)
  if (known) return known
  const summed = addUp(papers, filter)
  if (sums.size >= MOST_SUMS) sums.clear()
  sums.set(key, summed)
  return summed
}

function addUp(papers: Papers, filter: QuestionFilter): Sums {
  const tallies = emptyTallies()
  let total = 0
  for (const { facts, counts } of papers.values()) {
    const values = valuesOf(facts, filter)
    const failing = failingOf(values, facts, filter)
    if (failing === null || failing.length > 1) continue
    for (const [marks, questions] of counts) {
      const isMarks = filter.marks === undefined || filter.marks === marks
      const failed = isMarks ? failing : [...failing, 'marks' as const]
      if (failed.length > 1) continue
      if (failed.length === 0) total += questions
      for (const facet of failed.length === 0 ? QUESTION_FACETS : failed) {
        const value = facet === 'marks' ? marksOf(marks) : values[facet]
        if (value !== '') add(tallies[facet], value, questions)
      }
    }
  }
  return { total, counts: ordered(tallies) }
}

type Values = Record<Exclude<QuestionFacet, 'marks'>, string>

/** Papers that name no state are the centre's own. */
function valuesOf(
  { type, grade, subject, year, board }: Facts,
  { ownState = DEFAULT_STATE }: QuestionFilter,
): Values {
  return { type, grade, subject, year: String(year), board: type === 'state' ? board || ownState : '' }
}

/** The facets in which a paper is not as the filter says; null where what has no counts is otherwise. */
function failingOf(
  values: Values,
  { month, answered }: Facts,
  filter: QuestionFilter,
): QuestionFacet[] | null {
  if (filter.month && MONTHS[month - 1] !== filter.month) return null
  if (filter.answered && !answered) return null
  const failing: QuestionFacet[] = (['type', 'grade', 'subject', 'board'] as const).filter(
    (facet) => filter[facet] !== undefined && filter[facet] !== values[facet],
  )
  const { from = 0, to = Number.POSITIVE_INFINITY } = filter
  const year = Number(values.year)
  return year < from || year > to ? [...failing, 'year'] : failing
}

/** Whether a paper is within the filter, whatever the marks of its questions. */
export function isWithin(facts: Facts, filter: QuestionFilter): boolean {
  return failingOf(valuesOf(facts, filter), facts, filter)?.length === 0
}

function marksOf(marks: number | null) {
  return marks ? String(marks) : ''
}

function add(tally: Tally, value: string, questions: number) {
  tally.set(value, { questions: (tally.get(value)?.questions ?? 0) + questions })
}

export type Scanned = { hits: readonly QuestionHit[]; isCut: boolean }

/**
 * Counts of what words have found, of each facet those found without its own filter. Where only the newest were scanned,
 * values of which none is among them, and that some question has, count 0 and more.
 */
export async function countFound(
  app: Pick<App, 'readDb' | 'search'>,
  filter: QuestionFilter,
  scans: Record<QuestionFacet, Scanned>,
): Promise<QuestionCounts> {
  const papers = await app.search.questionsOfPapers(app.readDb)
  const { counts: all } = await sumUpQuestions(app, filter)
  const tallies = emptyTallies()
  for (const facet of QUESTION_FACETS) {
    const { hits, isCut } = scans[facet]
    const tally = tallies[facet]
    for (const { position, marks } of hits) {
      const facts = papers.get(position)?.facts
      const value = facet === 'marks' ? marksOf(marks) : facts ? valuesOf(facts, filter)[facet] : ''
      if (value !== '') add(tally, value, 1)
    }
    if (!isCut) continue
    for (const count of tally.values()) count.more = true
    for (const { value } of all[facet]) if (!tally.has(value)) tally.set(value, { questions: 0, more: true })
  }
  return ordered(tallies)
}

function emptyTallies(): Tallies {
  return Object.fromEntries(QUESTION_FACETS.map((facet) => [facet, new Map()])) as unknown as Tallies
}

const ORDERS: Partial<Record<QuestionFacet, readonly string[]>> = {
  type: PAPER_TYPES,
  grade: GRADES,
  subject: [...SUBJECTS, ALL_SUBJECTS],
  board: STATES,
}

/** As lists of papers order the same values, newest years first; marks from 1 up. */
function ordered(tallies: Tallies): QuestionCounts {
  const rank = (facet: QuestionFacet, value: string) =>
    ORDERS[facet]?.indexOf(value) ?? (facet === 'year' ? -Number(value) : Number(value))
  return Object.fromEntries(
    QUESTION_FACETS.map((facet) => {
      const values = [...tallies[facet]].sort(([one], [other]) => rank(facet, one) - rank(facet, other))
      return [facet, values.map(([value, count]) => ({ value, ...count }))]
    }),
  ) as QuestionCounts
}
