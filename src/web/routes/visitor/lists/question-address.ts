import type { Labels } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import { FIRST_YEAR } from '#domain/paper/paper.ts'
import {
  MOST_MARKS,
  QUESTION_SORTS,
  type QuestionCounts,
  type QuestionFilter,
  type QuestionSort,
} from '#domain/questions/question-filter.ts'
import type { FoundQuestions } from '#domain/search/questions/find-questions.server.ts'
import { shortOf } from '../not-found-response.ts'
import { ANY, type Further, type FurtherChoice } from './active-filters.ts'
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
  const address = new URL(url)
  for (const name of PLACE.fixed) address.searchParams.delete(name)
  const { filter, lifted, unknown, q, page } = readListAddress(address, ownState)
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
  const query: QuestionFilter = {
    ...{ type, grade, subject, board, ownState },
    ...{ chapter: further.chapter === ANY ? undefined : further.chapter },
    ...{ marks: numberOf(further.marks), from: numberOf(further.from), to: numberOf(further.to) },
  }
  return { q, filter: query, lifted, sort: further.sort as QuestionSort | undefined, page, language }
}

type Found = Pick<FoundQuestions, 'said' | 'counts' | 'understood'>
type Count = QuestionCounts['marks'][number]
/** Of chapters, by their ids. */
export type ChapterNames = Record<string, string>

/** The chapter where there are some, marks, the first and the last year, and the order. Years count all that choosing them would leave. */
export function furtherChoices(
  { said, counts, understood }: Found,
  further: Partial<Record<Further, string>>,
  { m, labels, chapters = {} }: { m: Messages; labels: Labels; chapters?: ChapterNames },
): FurtherChoice[] {
  const year = understood.parts.find(({ facet }) => facet === 'year')
  const ofWords =
    said.years ?? (year && { from: Number(year.value), to: Number(year.value), typed: year.typed })
  // One of the two in the address goes before both that the words say.
  const years = further.from || further.to ? undefined : ofWords
  const saidOf = (value: number | undefined, typed = '') =>
    value === undefined ? {} : { said: { value: String(value), typed } }
  const from = further.from ?? String(years?.from ?? '')
  const to = further.to ?? String(years?.to ?? '')
  const isFree = (bound: string) => bound === '' || bound === ANY
  const all = withYears(
    counts.year,
    [from, to].filter((bound) => !isFree(bound)),
  )
  const yearsFrom = summed(all, (one, other) => one >= other && (isFree(to) || one <= Number(to)))
  const yearsTo = summed(all, (one, other) => one <= other && (isFree(from) || one >= Number(from)))
  const choice = (
    name: Further,
    label: string,
    values: readonly Count[],
    said: Pick<FurtherChoice, 'said'>,
  ) => {
    const chosen = further[name] ?? said.said?.value ?? ''
    const known = values.some(({ value }) => value === chosen)
    const all = known || isFree(chosen) ? values : [...values, { value: chosen, questions: 0 }]
    const options = all.map(({ value, questions, more }) => ({
      value,
      ...(name === 'chapter' && { name: chapters[value] ?? value }),
      text: `${name === 'chapter' ? (chapters[value] ?? value) : value}${questions === 0 && more ? '' : ` (${labels.number(questions)}${more ? '+' : ''})`}`,
      isNone: questions === 0 && !more && value !== chosen,
    }))
    return { name, label, all: m.filters_all(), options, ...said }
  }
  // Without words all are the newest first.
  const isFound = understood.terms.length > 0
  const order: FurtherChoice = {
    name: 'sort',
    label: m.questions_order(),
    all: isFound ? m.questions_by_closeness() : m.questions_by_newest(),
    options: [
      ...(isFound ? [{ value: 'newest', text: m.questions_by_newest(), isNone: false }] : []),
      { value: 'asked', text: m.questions_by_asked(), isNone: false },
    ],
  }
  const hasChapters = counts.chapter.length > 0 || further.chapter !== undefined
  return [
    ...(hasChapters ? [choice('chapter', m.questions_chapter(), counts.chapter, {})] : []),
    choice('marks', m.questions_marks_filter(), counts.marks, saidOf(said.marks?.value, said.marks?.typed)),
    choice('from', m.questions_from_year(), yearsFrom, saidOf(years?.from, years?.typed)),
    choice('to', m.questions_to_year(), yearsTo, saidOf(years?.to, years?.typed)),
    order,
  ]
}

/** Also those that are chosen and have no questions, newest first. */
function withYears(years: readonly Count[], chosen: string[]): Count[] {
  const missing = new Set(chosen.filter((year) => !years.some(({ value }) => value === year)))
  const all = [...years, ...[...missing].map((value) => ({ value, questions: 0 }))]
  return all.sort((one, other) => Number(other.value) - Number(one.value))
}

function summed(years: readonly Count[], isWithin: (one: number, bound: number) => boolean): Count[] {
  return years.map(({ value }) => {
    const within = years.filter((each) => isWithin(Number(each.value), Number(value)))
    const questions = within.reduce((sum, each) => sum + each.questions, 0)
    return { value, questions, ...(within.some(({ more }) => more) && { more: true as const }) }
  })
}
