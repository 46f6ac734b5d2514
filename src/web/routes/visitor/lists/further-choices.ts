import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import type { QuestionCounts } from '#domain/questions/question-filter.ts'
import type { FoundQuestions } from '#domain/search/questions/find-questions.server.ts'
import { ANY, type Further, type FurtherChoice } from './active-filters.ts'

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
