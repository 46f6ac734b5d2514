import { decodeNumbers, encodeNumbers, unzigzag, zigzag } from '#domain/bundles/encode-numbers.ts'
import { MINUTES_A_MARK } from '#domain/questions/question-filter.ts'
import { QUESTION_ID, WORKSHEET_LIMIT } from '../questions/picked-question.ts'
import { SHEETS, type Sheet } from './layout.ts'

/**
 * As a link holds it: `serial` is its paper's, `file` tells whether that has the same file still, `marks` are those given
 * by hand.
 */
export type LinkedQuestion = { serial: number; file: number; id: string; marks?: number }

/** Another letter for another format. */
const VERSION = 'w'
const LONGEST_CODE = 1_600
/** How many files are told apart. */
export const FILE_MARKS = 2 ** 14

/** A worksheet of thirty questions takes 150 to 250 characters; nothing of it is stored. */
export function packWorksheet(questions: readonly LinkedQuestion[]): string {
  const papers = [...new Map(questions.map(({ serial, file }) => [serial, file]))]
  const numbers = [papers.length]
  let before = 0
  for (const [serial, file] of papers) {
    numbers.push(zigzag(serial - before), file)
    before = serial
  }
  for (const { serial, id, marks } of questions) {
    const { number, part, again } = QUESTION_ID.exec(id)?.groups ?? {}
    const has = (part ? 1 : 0) + (again ? 2 : 0) + (marks === undefined ? 0 : 4)
    numbers.push(
      papers.findIndex(([each]) => each === serial),
      Number(number) * 8 + has,
    )
    numbers.push(...[part, again, marks].filter((each) => each !== undefined).map(Number))
  }
  return encodeNumbers(numbers, VERSION)
}

/** In their order; null for anything that `packWorksheet` did not make. */
export function unpackWorksheet(code: string): LinkedQuestion[] | null {
  const numbers = decodeNumbers(code, VERSION, LONGEST_CODE)
  if (!numbers) return null
  let at = 0
  const next = () => numbers[at++] ?? 0
  const papers: { serial: number; file: number }[] = []
  const count = next()
  if (count > WORKSHEET_LIMIT) return null
  for (let before = 0; papers.length < count; ) {
    const serial = before + unzigzag(next())
    papers.push({ serial, file: next() })
    before = serial
  }
  const questions: LinkedQuestion[] = []
  while (at < numbers.length && questions.length <= WORKSHEET_LIMIT) {
    const paper = papers[next()]
    const packed = next()
    const part = packed % 2 === 1 ? `.${next()}` : ''
    const again = packed & 2 ? `-${next()}` : ''
    const marks = packed & 4 ? { marks: next() } : {}
    if (!paper || at > numbers.length) return null
    questions.push({ ...paper, id: `q${Math.floor(packed / 8)}${part}${again}`, ...marks })
  }
  const isOne =
    questions.length > 0 && questions.length <= WORKSHEET_LIMIT && packWorksheet(questions) === code
  const keys = new Set(questions.map(({ serial, id }) => `${serial} ${id}`))
  return isOne && keys.size === questions.length ? questions : null
}

/** How it is printed; all of it is in the address, besides the questions. */
export type WorksheetForm = {
  title: string
  className: string
  date: string
  /** Null for the suggested one. */
  minutes: number | null
  columns: 1 | 2
  space: Space
  sheet: Sheet
  /** Whether the source of each question is printed. */
  hasSources: boolean
  hasMarks: boolean
  /** Whether a question is printed in all languages that its paper has it in. */
  hasAllLanguages: boolean
  set: SetLetter | null
  /** Of the order in sets B and C. */
  seed: number
}
export const SPACES = ['none', 'blank', 'lines'] as const
export type Space = (typeof SPACES)[number]
export const SETS = ['A', 'B', 'C'] as const
type SetLetter = (typeof SETS)[number]

/** Of a text of the heading. */
export const LONGEST_TEXT = 80
const MOST_MINUTES = 600
const MOST_SEED = 9_999

/** What is wrong or unknown is as if it were not there. */
export function readForm(params: URLSearchParams): WorksheetForm {
  const text = (name: string) =>
    [...(params.get(name) ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()].slice(0, LONGEST_TEXT).join('')
  const whole = (name: string, most: number) => {
    const given = params.get(name) ?? ''
    return /^\d{1,4}$/.test(given) && Number(given) <= most ? Number(given) : null
  }
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name)) ?? null
  return {
    ...{ title: text('title'), className: text('class'), date: text('date') },
    minutes: whole('time', MOST_MINUTES),
    columns: params.get('columns') === '2' ? 2 : 1,
    space: one('space', SPACES) ?? 'none',
    sheet: one('sheet', Object.keys(SHEETS) as Sheet[]) ?? 'a4',
    hasSources: params.get('sources') === 'on',
    hasMarks: params.get('unmarked') !== 'on',
    hasAllLanguages: params.get('languages') === 'all',
    set: one('set', SETS),
    seed: whole('seed', MOST_SEED) ?? 1,
  }
}

/** As `readForm` reads them, without what is usual. */
export function formParameters(form: WorksheetForm): URLSearchParams {
  const params = new URLSearchParams()
  const add = (name: string, value: string | number | null | false, usual: string | number | null = '') => {
    if (value !== false && value !== null && value !== usual) params.set(name, String(value))
  }
  add('title', form.title)
  add('class', form.className)
  add('date', form.date)
  add('time', form.minutes)
  add('columns', form.columns, 1)
  add('space', form.space, 'none')
  add('sheet', form.sheet, 'a4')
  add('sources', form.hasSources && 'on')
  add('unmarked', !form.hasMarks && 'on')
  add('languages', form.hasAllLanguages && 'all')
  add('set', form.set)
  add('seed', form.seed, 1)
  return params
}

/** `/worksheet/CODE?…`, or of the same worksheet as a file. */
export function worksheetPath(code: string, form: WorksheetForm, file?: 'pdf' | 'docx'): string {
  const params = formParameters(form)
  if (!file) return `/worksheet/${code}${params.size > 0 ? `?${params}` : ''}`
  return `/worksheet.${file}?${new URLSearchParams([['questions', code], ...params])}`
}

type Marked = { marks: number | null }

/** The order of a set: that of the worksheet in set A, and shuffled in others, always alike for one seed. */
export function inSet<Question extends Marked>(
  questions: readonly Question[],
  { set, seed }: Pick<WorksheetForm, 'set' | 'seed'>,
): Question[] {
  if (set === null || set === 'A') return [...questions]
  const random = randomOf(seed * SETS.length + SETS.indexOf(set))
  // A paper goes from few marks to many: where questions of the same marks are together, they stay so.
  const runs: Question[][] = []
  for (const question of questions) {
    const last = runs.at(-1)
    if (last && last[0]?.marks === question.marks) last.push(question)
    else runs.push([question])
  }
  const isGrouped = runs.length <= new Set(questions.map(({ marks }) => marks)).size
  return (isGrouped ? runs : [[...questions]]).flatMap((run) => shuffle(run, random))
}

function shuffle<Value>(values: readonly Value[], random: () => number): Value[] {
  const mixed = [...values]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] as Value, mixed[at] as Value]
  }
  return mixed
}

/** Mulberry32: the same numbers for a seed in every browser. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const STEP = 5

/** `unknown` questions say no marks; `minutes` are suggested by the marks of the others, null where none says any. */
export function totalsOf(questions: readonly Marked[]): {
  marks: number
  unknown: number
  minutes: number | null
} {
  const marks = questions.reduce((sum, question) => sum + (question.marks ?? 0), 0)
  const unknown = questions.filter((question) => question.marks === null).length
  const minutes = marks > 0 ? Math.ceil((marks * MINUTES_A_MARK) / STEP) * STEP : null
  return { marks, unknown, minutes }
}
