import type { Month, Subject } from '#domain/paper/paper.ts'
import type { Evidence } from './evidence.ts'
import type { Code, Series } from './paper-codes.ts'

/** Safe in the browser. A hint that is not `sure` is shown as doubtful; null means that nothing is known. */
export type Hint<Value> = { value: Value; sure: boolean } | null

/** Unchanged fields keep the words of the name or page; `understood` is what the fields were when it was read. */
export type TitleParts = {
  /** "CBSE", "Class 12", "Applied Mathematics", "March 2024" or "2021-22"; '' for what was not said. */
  board: string
  grade: string
  subject: string
  when: string
  /** "Chapter 2 Sample Question Paper with Answers"; `set` is "Set 1" in rows of earlier versions, whose variant is not told. */
  middle: string
  set: string
  /** As printed, "65/4/1"; and of an entrance exam's month. Rows that were kept by an earlier version lack both. */
  code?: string
  day?: string
  understood: {
    degree: string
    subject: string
    month: string
    year: string
    variant?: string
    medium?: string
  }
}

/** Who says a field, in which words. `series`: the letters behind "Series" on page 1; `made`: the PDF's own date, and nothing
 * else; `usual`: nobody, but such exams are usually held then; `guess`: the words say it in part only. */
export type Told = {
  by: 'name' | 'page' | 'folder' | 'code' | 'series' | 'made' | 'usual' | 'guess'
  words: string
}
/** By the name of the field. */
export type ToldFields = { [field: string]: Told }

export type Hints = {
  title: Hint<string>
  degree: Hint<string>
  subject: Hint<Subject>
  month: Hint<Month>
  year: Hint<number>
  /** "Standard, Set 3"; null where nothing tells it apart. */
  variant: Hint<string>
  /** The language that it asks in, where that is said. */
  medium: Hint<string>
  /** What study material is; null for a question paper. */
  kind: Hint<string>
  /** The state whose board it is of, where that is said. */
  board: Hint<string>
  /** Whether it seems to be answers: a key, a marking scheme, solutions. */
  isAnswers: boolean
  /** Null when the title is the name's own words, which follow no field. */
  titleParts: TitleParts | null
  /** Rows that were kept by an earlier version lack it. */
  told?: ToldFields | undefined
}

/** What was read where, the name first, and which values were taken. */
type Known = {
  name: Evidence
  page: Evidence[]
  folders: Evidence[]
  code: Code | undefined
  series: Series | undefined
  made: string | undefined
  board: { value: unknown } | null
  grade: { value: unknown } | null
  subject: { value: unknown } | null
  month: { value: unknown } | null
  year: { value: unknown } | null
  variant: { value: unknown } | null
  medium: { value: unknown } | null
  stateBoard: { value: unknown } | null
}
type Place = { by: 'name' | 'page' | 'folder'; evidence: Evidence }

/** The words next to each guess, for whoever is to confirm it. */
export function toldBy(known: Known): ToldFields {
  const { name, page, folders, code, series, made } = known
  const places: Place[] = [
    { by: 'name', evidence: name },
    ...page.map((evidence) => ({ by: 'page' as const, evidence })),
    ...folders.map((evidence) => ({ by: 'folder' as const, evidence })),
  ]
  const saying = (isSaid: (evidence: Evidence) => boolean) => {
    const place = places.find(({ evidence }) => isSaid(evidence))
    return place && { by: place.by, words: place.evidence.said }
  }
  const voting = (hint: { value: unknown } | null, votes: (evidence: Evidence) => { value: unknown }[]) =>
    hint ? saying((evidence) => votes(evidence).some(({ value }) => value === hint.value)) : undefined
  const byCode: Told | undefined = code && { by: 'code', words: code.label || code.subject }
  const bySeries: Told | undefined = series && { by: 'series', words: `Series ${series.letters}` }
  const board = voting(known.board, ({ boards }) => boards) ?? byCode ?? bySeries
  const grade = voting(known.grade, ({ grades }) => grades) ?? (code?.grade ? byCode : bySeries)
  const year = saying(({ years }) => years.some((found) => found.year === known.year?.value))
  return dropMissing({
    title: { by: 'name', words: name.said },
    degree: board ? (grade ?? board) : grade && { by: 'guess', words: grade.words },
    subject: voting(known.subject, ({ subjects }) => subjects) ?? byCode ?? board,
    month: voting(known.month, ({ months }) => months) ?? usual(places, known) ?? byUse(byCode),
    year: year ?? (series?.year === known.year?.value ? bySeries : made && { by: 'made', words: made }),
    variant: saying(saysVariant) ?? byCode,
    medium: saying(({ medium }) => medium === `${known.medium?.value} Medium`),
    board: voting(known.stateBoard, ({ stateBoards }) => stateBoards),
  })
}

function usual(places: Place[], { month }: Known): Told | undefined {
  const exams = places.flatMap(({ evidence }) => evidence.exams)
  const exam = exams.find((each) => each.month === month?.value)
  return exam && { by: 'usual', words: exam.label }
}

function byUse(told: Told | undefined): Told | undefined {
  return told && { by: 'usual', words: told.words }
}

function saysVariant({ variant, counts }: Evidence): boolean {
  return Object.keys(variant).length > 0 || counts.length > 0
}

function dropMissing(told: Record<string, Told | '' | undefined>): ToldFields {
  return Object.fromEntries(
    Object.entries(told).flatMap(([field, each]) => (each && each.words !== '' ? [[field, each]] : [])),
  )
}
