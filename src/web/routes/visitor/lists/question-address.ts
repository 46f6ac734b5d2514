import type { Language } from '#domain/language/languages.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import { FIRST_YEAR } from '#domain/paper/paper.ts'
import {
  MOST_MARKS,
  QUESTION_SORTS,
  type QuestionFilter,
  type QuestionSort,
} from '#domain/questions/question-filter.ts'
import { shortOf } from '#web/routes/visitor/not-here.ts'
import { ANY, type Further } from './active-filters.ts'
import { readListAddress, type Unknown } from './list-address.ts'

export const PLACE = { path: '/questions', fixed: ['year', 'month', 'answered'] as readonly Facet[] }

type UnknownOfQuestions = Unknown | { facet: 'marks' | 'chapter'; value: string }

/** `further` is what the address says of the chapter, marks, years and the order, `unknown` a value of a filter that does not exist. */
export type QuestionAddress = {
  filter: PaperFilter
  further: Partial<Record<Further, string>>
  lifted: Facet[]
  unknown: UnknownOfQuestions | null
  q: string
  page: number
}

/** Of two years in the wrong order each takes the other's place. */
export function readQuestionAddress(
  url: URL,
  ownState?: State,
  isChapter = (id: string) => CHAPTER.test(id),
): QuestionAddress {
  const asked = new URL(url)
  for (const name of PLACE.fixed) asked.searchParams.delete(name)
  const { filter, lifted, unknown, q, page } = readListAddress(asked, ownState)
  const { type, grade, subject, board } = filter
  const given = (name: Further) => url.searchParams.get(name)?.trim() ?? ''
  const years = [given('from'), given('to')]
  const isBackward = years.every(isYear) && Number(years[0]) > Number(years[1])
  const [from = '', to = ''] = isBackward ? years.toReversed() : years
  const further: QuestionAddress['further'] = {}
  let wrong: UnknownOfQuestions | null = unknown
  for (const [name, value, isKnown] of [
    ['chapter', given('chapter'), isChapter],
    ['marks', given('marks'), isMarks],
    ['from', from, isYear],
    ['to', to, isYear],
  ] as const) {
    if (value === '') continue
    if (value === ANY || isKnown(value)) further[name] = value
    else wrong ??= { facet: name === 'marks' || name === 'chapter' ? name : 'year', value: shortOf(value) }
  }
  if (QUESTION_SORTS.includes(given('sort') as QuestionSort) && given('sort') !== QUESTION_SORTS[0])
    further.sort = given('sort')
  return { filter: { type, grade, subject, board, ownState }, further, lifted, unknown: wrong, q, page }
}

const CHAPTER = /^[a-z-]{1,100}$/

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= FIRST_YEAR
}

function isMarks(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_MARKS
}

/** What `findQuestions` is asked for. */
export function askedFor({ filter, further, q, page }: QuestionAddress, language: Language) {
  const numberOf = (text: string | undefined) => (text && text !== ANY ? Number(text) : undefined)
  const lifted = [
    ...(further.marks === ANY ? ['marks' as const] : []),
    ...(further.from === ANY || further.to === ANY ? ['years' as const] : []),
  ]
  const { type, grade, subject, board, ownState } = filter
  const asked: QuestionFilter = {
    ...{ type, grade, subject, board, ownState },
    ...{ chapter: further.chapter === ANY ? undefined : further.chapter },
    ...{ marks: numberOf(further.marks), from: numberOf(further.from), to: numberOf(further.to) },
  }
  return { q, filter: asked, lifted, sort: further.sort as QuestionSort | undefined, page, language }
}
