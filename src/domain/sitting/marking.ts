import { type Answer, answerOf, type Scheme, type Sitting, sectionsOf } from './sitting.ts'
import type { SittingQuestion } from './sitting-paper.ts'

type Marked = Pick<Sitting, 'answers' | 'scheme'>

/** What a question is worth: 1 where the paper does not say it. */
export function fullMarksOf({ options, marks }: SittingQuestion, scheme: Scheme | null): number {
  return options && scheme ? scheme.right : (marks ?? 1)
}

/** Given by hand, else by the key; null where nobody has marked it. */
export function marksOf({ answers, scheme }: Marked, question: SittingQuestion): number | null {
  const { marks, key, choice }: Answer = answerOf({ answers }, question.id)
  if (marks != null) return marks
  if (!key) return null
  if (!choice) return 0
  return choice === key ? fullMarksOf(question, scheme) : scheme ? -scheme.wrong : 0
}

/** Whether it is to be done again: marked, and not in full. */
export function isMistake(sitting: Marked, question: SittingQuestion): boolean {
  const marks = marksOf(sitting, question)
  return marks !== null && marks < fullMarksOf(question, sitting.scheme)
}

export type Total = { marks: number; of: number; unmarked: number; ms: number }

/** Of all that no chapter is known for, `id` and `name` are null. */
export type ChapterTotal = Total & { id: string | null; name: string | null }

type Totals = Total & { sections: (Total & { name: string | null })[]; chapters: ChapterTotal[] }

/** Sums of a sitting, of each of its sections and, where any is known, of chapters; what nobody has marked counts neither way. */
export function totalsOf(sitting: Sitting): Totals {
  const { paper, whole } = sitting
  const sections = sectionsOf(paper.questions).map(({ name, questions }) => ({
    name,
    ...sum(sitting, questions),
  }))
  const all = sum(sitting, paper.questions)
  return {
    ...all,
    ...(whole && paper.questions.length === 0 && whole),
    sections,
    chapters: chaptersOf(sitting),
  }
}

/** In the order of the paper, those without one last. A question of two chapters counts half in each. */
function chaptersOf(sitting: Sitting): ChapterTotal[] {
  const { questions } = sitting.paper
  const totals = new Map<string | null, ChapterTotal>()
  if (!questions.some(({ chapters }) => chapters)) return []
  for (const question of questions) {
    const one = sum(sitting, [question])
    const own: { id: string | null; name: string | null }[] = question.chapters ?? [{ id: null, name: null }]
    for (const { id, name } of own) {
      const part = { ...one, id, name }
      for (const each of COUNTED) part[each] /= own.length
      totals.set(id, addChapters(totals.get(id), part))
    }
  }
  return [...totals.values()].sort((one, other) => Number(one.id === null) - Number(other.id === null))
}

const COUNTED = ['marks', 'of', 'unmarked', 'ms'] as const

/** Sums of one chapter, as named last. */
export function addChapters(before: ChapterTotal | undefined, more: ChapterTotal): ChapterTotal {
  const total = { ...more }
  for (const each of COUNTED) total[each] += before?.[each] ?? 0
  return total
}

function sum(sitting: Sitting, questions: readonly SittingQuestion[]): Total {
  const total = { marks: 0, of: 0, unmarked: 0, ms: 0 }
  for (const question of questions) {
    const marks = marksOf(sitting, question)
    total.ms += answerOf(sitting, question.id).ms
    if (marks === null) total.unmarked++
    else {
      total.marks += marks
      total.of += fullMarksOf(question, sitting.scheme)
    }
  }
  return total
}

/** In whole percent; null where nothing is marked. */
export function percentOf({ marks, of }: Pick<Total, 'marks' | 'of'>): number | null {
  return of > 0 ? Math.round((100 * marks) / of) : null
}

const ENTRY = /(?<number>\d{1,3}(?:\.\d{1,2})?)\s*[.):=-]*\s*\(?\s*(?<option>[A-Da-d1-4])(?![\p{L}\p{N}])/gu

/**
 * Reads an answer key as it is typed or pasted: "1 B, 2) c, 3. (4)". Of questions that bear the same number the first
 * without a key yet gets it; numbers that are no multiple choice of the paper are left out.
 */
export function readKey(text: string, questions: readonly SittingQuestion[]): Record<string, string> {
  const keys: Record<string, string> = {}
  for (const { groups } of text.matchAll(ENTRY)) {
    const question = questions.find(
      ({ id, number, options }) => number === groups?.number && options !== '' && !keys[id],
    )
    const option = groups?.option ?? ''
    const letter = /\d/.test(option) ? 'ABCD'[Number(option) - 1] : option.toUpperCase()
    if (question && letter) keys[question.id] = letter
  }
  return keys
}
