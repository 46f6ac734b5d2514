import type { App } from '#domain/app.ts'
import { DEFAULT_STATE, STATES } from '#domain/paper/exams-and-subjects.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { ALL_SUBJECTS, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '#domain/paper/paper.ts'
import { chaptersInOrder } from '#domain/questions/chapters/find-chapters.ts'
import { chaptersAt } from '#domain/questions/chapters/paper-chapters.ts'
import {
  MOST_MARKS,
  QUESTION_FACETS,
  type QuestionCounts,
  type QuestionFacet,
  type QuestionFilter,
} from '#domain/questions/question-filter.ts'
import type { QuestionHit, QuestionsOfPaper } from '#domain/search/search-index.ts'

type Tally = Map<string, { questions: number; more?: true }>
type Tallies = Record<QuestionFacet, Tally>
type Sums = { total: number; counts: QuestionCounts }
export type Papers = ReadonlyMap<number, QuestionsOfPaper>

const MOST_SUMS = 200
const cache = new WeakMap<Papers, Map<string, Sums>>()

/** Exact counts of all questions within the filter, and of what each value would leave; cached until questions change. */
export async function sumUpQuestions(
  { readDb, search }: Pick<App, 'readDb' | 'search'>,
  filter: QuestionFilter,
): Promise<Sums> {
  return sumUpPapers(await search.questionsOfPapers(readDb), search, filter)
}

function sumUpPapers(papers: Papers, { chapters }: App['search'], filter: QuestionFilter): Sums {
  const sums = cache.getOrInsertComputed(papers, () => new Map<string, Sums>())
  const key = JSON.stringify(Object.entries(filter).sort())
  const known = sums.get(key)
  if (known) return known
  const summed = addUp(papers, filter, chaptersInOrder(chapters, filter))
  if (sums.size >= MOST_SUMS) sums.clear()
  sums.set(key, summed)
  return summed
}

function addUp(papers: Papers, filter: QuestionFilter, chapters: readonly string[]): Sums {
  const tallies = emptyTallies()
  let total = 0
  for (const { facts, counts, shares } of papers.values()) {
    const values = valuesOf(facts, filter)
    const failing = failingOf(values, facts, filter)
    if (failing === null || failing.length > 1) continue
    const isMarks = (marks: number) => filter.marks === undefined || filter.marks === marks
    const count = (failed: readonly QuestionFacet[], marks: number, chapter: string, questions: number) => {
      if (failed.length > 1) return
      if (failed.length === 0) total += questions
      for (const facet of failed.length === 0 ? QUESTION_FACETS : failed) {
        const value = facet === 'marks' ? marksOf(marks) : facet === 'chapter' ? chapter : values[facet]
        if (value !== '') add(tallies[facet], value, questions)
      }
    }
    if (filter.chapter === undefined) {
      for (const [marks, questions] of counts)
        count(isMarks(marks) ? failing : [...failing, 'marks'], marks, '', questions)
      for (const { chapter, marks, questions } of failing.length === 0 ? shares : [])
        if (isMarks(countedMarks(marks))) add(tallies.chapter, chapter, questions)
      continue
    }
    for (const { chapter, questions, ...share } of shares) {
      const marks = countedMarks(share.marks)
      const failed: QuestionFacet[] = isMarks(marks) ? failing : [...failing, 'marks']
      count(chapter === filter.chapter ? failed : [...failed, 'chapter'], marks, chapter, questions)
    }
  }
  return { total, counts: ordered(tallies, chapters) }
}

type OfQuestions = 'marks' | 'chapter'
type Values = Record<Exclude<QuestionFacet, OfQuestions>, string>

function countedMarks(marks: number): number {
  return marks > MOST_MARKS ? 0 : marks
}

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
  // First what most papers are not: the lists of those asked most ask this of all of them.
  for (const facet of ['type', 'grade', 'subject'] as const)
    if (filter[facet] !== undefined && filter[facet] !== facts[facet]) return false
  return failingOf(valuesOf(facts, filter), facts, filter)?.length === 0
}

function marksOf(marks: number | null) {
  return marks ? String(marks) : ''
}

function add(tally: Tally, value: string, questions: number) {
  const count = tally.get(value)
  if (count) count.questions += questions
  else tally.set(value, { questions })
}

export type Scanned = { hits: readonly QuestionHit[]; isCut: boolean }

/**
 * Counts of what words have found, of each facet those found without its own filter. Where only the newest were scanned,
 * values of which none is among them, and that some question has, count 0 and more.
 */
export function countFound(
  search: App['search'],
  papers: Papers,
  filter: QuestionFilter,
  scans: Record<QuestionFacet, Scanned>,
): QuestionCounts {
  const { counts: all } = sumUpPapers(papers, search, filter)
  const tallies = emptyTallies()
  for (const facet of QUESTION_FACETS) {
    const { hits, isCut } = scans[facet]
    const tally = tallies[facet]
    for (const { position, place, marks } of hits) {
      const paper = papers.get(position)
      if (facet === 'chapter') {
        const { sure, maybe } = chaptersAt(paper?.chapters ?? '', place)
        for (const chapter of [...sure, ...maybe]) add(tally, chapter, 1)
        continue
      }
      const value = facet === 'marks' ? marksOf(marks) : paper ? valuesOf(paper.facts, filter)[facet] : ''
      if (value !== '') add(tally, value, 1)
    }
    if (!isCut) continue
    for (const count of tally.values()) count.more = true
    for (const { value } of all[facet]) if (!tally.has(value)) tally.set(value, { questions: 0, more: true })
  }
  return ordered(tallies, chaptersInOrder(search.chapters, filter))
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

/** As lists of papers order the same values, newest years first; marks from 1 up, and `chapters` as their table has them. */
function ordered(tallies: Tallies, chapters: readonly string[]): QuestionCounts {
  const orders = { ...ORDERS, chapter: chapters }
  const rank = (facet: QuestionFacet, value: string) =>
    orders[facet]?.indexOf(value) ?? (facet === 'year' ? -Number(value) : Number(value))
  return Object.fromEntries(
    QUESTION_FACETS.map((facet) => {
      const values = [...tallies[facet]].sort(([one], [other]) => rank(facet, one) - rank(facet, other))
      return [facet, values.map(([value, count]) => ({ value, ...count }))]
    }),
  ) as QuestionCounts
}
