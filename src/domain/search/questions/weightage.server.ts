import type { App } from '#domain/app.ts'
import { DEFAULT_STATE, type State } from '#domain/paper/exams-and-subjects.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { GRADES, type Grade, type PaperType } from '#domain/paper/paper.ts'
import { chaptersInOrder } from '#domain/questions/chapters/find-chapters.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import type { QuestionsOfPaper } from '../search-index.ts'
import { isWithin } from './count-questions.server.ts'

/**
 * A class whose papers have questions of sure chapters; `board` is the state, where it is one's, and `course` the word by
 * which a list of chapters of its own goes: "applied".
 */
export type WeighedClass = { type: PaperType; grade: Grade; board: string; course: string }

/** That of an address; null where it names none. */
export function askedClass(
  { type, grade, board }: QuestionFilter,
  course: string | null,
  ownState: State = DEFAULT_STATE,
): WeighedClass | null {
  if (!type || !grade) return null
  return { type, grade, board: type === 'state' ? (board ?? ownState) : '', course: course ?? '' }
}

/**
 * `share` is its part of all marks, from 0 to 1, `marks` how many a paper of each year gives it on average, in the order of
 * the years.
 */
type ChapterWeight = { id: string; share: number; questions: number; marks: number[] }

/** Of the questions of a class, `used` are those whose chapter and marks are sure; a question of two chapters is half of each. */
export type Weightage = {
  years: number[]
  papers: number
  questions: number
  used: number
  chapters: ChapterWeight[]
}

const SUBJECT = 'Mathematics'

/** Highest class first; a paper that names no state is the centre's own. */
export async function weighedClasses(
  { readDb, search }: Pick<App, 'readDb' | 'search'>,
  ownState: string = DEFAULT_STATE,
): Promise<WeighedClass[]> {
  const all = new Map<string, WeighedClass>()
  for (const { facts, shares, course } of (await search.questionsOfPapers(readDb)).values()) {
    if (!shares.some(isWeighed)) continue
    const { type, grade } = facts as Facts & WeighedClass
    const board = boardOf(facts, ownState)
    all.set(`${type} ${grade} ${board} ${course}`, { type, grade, board, course })
  }
  const rank = ({ type, grade, board, course }: WeighedClass) =>
    `${String(GRADES.indexOf(grade)).padStart(2)} ${type} ${board} ${course}`
  return [...all.values()].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** Marks of each chapter in the papers of a class, oldest years first; the chapters in the order of their table. */
export async function weighChapters(
  { readDb, search }: Pick<App, 'readDb' | 'search'>,
  { type, grade, board, course }: WeighedClass,
  ownState: QuestionFilter['ownState'],
): Promise<Weightage> {
  const filter = { type, grade, subject: SUBJECT, board: board || undefined, ownState } as QuestionFilter
  const papers = [...(await search.questionsOfPapers(readDb)).values()].filter(
    (paper) => isWithin(paper.facts, filter) && paper.course === course && paper.shares.some(isWeighed),
  )
  const byYear = Map.groupBy(papers, ({ facts }) => facts.year)
  const years = [...byYear.keys()].sort((one, other) => one - other)
  const all = weigh(papers)
  const marksOfAll = [...all.values()].reduce((sum, { marks }) => sum + marks, 0)
  const ofYears = years.map((year) => ({
    weighed: weigh(byYear.get(year) ?? []),
    papers: byYear.get(year)?.length ?? 1,
  }))
  const order = chaptersInOrder(search.chapters, { type, grade, board })
  const chapters = order.flatMap((id): ChapterWeight[] => {
    const weight = all.get(id)
    if (!weight) return []
    const marks = ofYears.map(({ weighed, papers }) => (weighed.get(id)?.marks ?? 0) / papers)
    return [{ id, share: weight.marks / marksOfAll, questions: weight.questions, marks }]
  })
  return {
    years,
    papers: papers.length,
    questions: papers.flatMap(({ counts }) => counts).reduce((sum, [, questions]) => sum + questions, 0),
    used: Math.round(chapters.reduce((sum, { questions }) => sum + questions, 0)),
    chapters,
  }
}

function isWeighed({ marks, sure }: QuestionsOfPaper['shares'][number]): boolean {
  return marks > 0 && sure > 0
}

function boardOf({ type, board }: Facts, ownState: string): string {
  return type === 'state' ? board || ownState : ''
}

function weigh(papers: readonly QuestionsOfPaper[]): Map<string, { marks: number; questions: number }> {
  const weights = new Map<string, { marks: number; questions: number }>()
  for (const share of papers.flatMap(({ shares }) => shares).filter(isWeighed)) {
    const weight = weights.getOrInsertComputed(share.chapter, () => ({ marks: 0, questions: 0 }))
    weight.marks += share.marks * share.sure
    weight.questions += share.sure
  }
  return weights
}
