import { typeLabel } from '#domain/language/labels.ts'
import { removeGarbage } from '#domain/page-text/remove-garbage.ts'
import {
  findDegree,
  type Month,
  PAPER_TYPES,
  type PaperType,
  PREVIOUS_YEARS,
  type SchoolGrade,
  SUBJECTS,
  type Subject,
  TITLE_LIMIT,
} from '#domain/paper/paper.ts'
import { unsaidParts } from '#domain/paper/variant.ts'
import type { Code } from '../codes/paper-codes.ts'
import type { Evidence, Vote } from '../evidence.ts'
import type { Hint, TitleParts } from '../hints.ts'
import type { Word } from '../words/words.ts'
import { dayIn } from './day.ts'
import { whyNoTitle } from './no-title.ts'
import { ownWords } from './own-words.ts'

/** `session` is a school year as written: "2021-22". */
export type Year = Vote<number> & { session?: string }

type Known = {
  clean: string
  words: Word[]
  name: Evidence
  page: Evidence[]
  code: Code | undefined
  board: Hint<PaperType | 'other'>
  grade: Hint<SchoolGrade>
  subject: Hint<Subject>
  month: Hint<Month>
  year: Year | null
  variant: Hint<string>
  understood: TitleParts['understood']
}

const BOARD_LABELS: readonly string[] = PAPER_TYPES.map(typeLabel)

/** The name's own words where it has some, else composed, without what the other fields say; doubtful when class or
 * subject are. */
export function titleOf(known: Known): Hint<string> {
  const { subject, grade, board } = known
  const own = sayOwnWords(known)
  const understood = Boolean(board?.sure && !grade) || Boolean(subject?.sure && grade?.sure)
  if (own)
    return { value: cut(toldApart(own, known)), sure: subject !== null || grade !== null || board !== null }
  const composed = compose(known)
  return composed ? { value: cut(composed), sure: understood } : null
}

export function titlePartsOf(known: Known): TitleParts | null {
  return sayOwnWords(known) ? null : partsOf(known)
}

function sayOwnWords(known: Known): string {
  const { name } = known
  const several = new Set(name.years.map((found) => found.year)).size > 1
  if ((name.unknown.length === 0 && !several) || isMadeByMachine(known)) return ''
  const own = ownWords(known)
  return SAYS_NOTHING.test(own) ? '' : own
}

/** Alone in a file's name they are of the program that made it. */
const SAYS_NOTHING =
  /^(?:main|index|output|print|report|book|sheet|attachment|unnamed|noname|temp|tmp|test)$/i

/** One word says too little: "Trigonometry, Set 3". */
function toldApart(own: string, { variant }: Known): string {
  return whyNoTitle(own) ? [own, ...unsaidParts(variant?.value ?? '', own)].join(', ') : own
}

function isMadeByMachine({ clean, words, name }: Known) {
  if (removeGarbage(clean.replace(/[-_]+/g, ' ')) === '') return true
  const unknown = name.unknown.map((at) => words[at]?.raw ?? '')
  const letters = unknown.filter((raw) => removeGarbage(raw) !== '' && /[aeiouyAEIOUY\p{Lo}]/u.test(raw))
  return (unknown.length > 0 && letters.length === 0) || (name.camera && letters.join('').length < 5)
}

function compose(known: Known): string {
  const parts = partsOf(known)
  return isAnythingKnown(parts) ? joinTitle(parts, parts.understood) : ''
}

export function isAnythingKnown({ board, grade, subject, middle, code, when }: TitleParts): boolean {
  return [board, grade, subject, middle, code, when].some(Boolean)
}

/** "Board paper, Set 1 (65/4/1)": what headings of board, class, subject, month and year do not say. */
export function joinTitle(
  parts: TitleParts,
  fields: { degree: string; month: string; variant?: string },
): string {
  const { board, grade, subject, middle, when, day, set, code } = parts
  const isPlainSubject = (SUBJECTS as readonly string[]).includes(subject)
  const isSession = /^\d{4}-\d\d$/.test(when)
  const hasNoClasses = findDegree(fields.degree)?.grade === PREVIOUS_YEARS
  const kind = [
    !BOARD_LABELS.includes(board) && board,
    hasNoClasses && grade,
    !isPlainSubject && subject,
    middle,
  ].filter(Boolean)
  const isBare = kind.length === 0 || whyNoTitle(kind.join(' ')) !== null
  const said = [
    ...kind,
    isBare && 'Question paper',
    isSession && when,
    day && `${day} ${fields.month}`,
    set,
  ].filter(Boolean)
  said.push(...unsaidParts(fields.variant ?? '', said.join(', ')))
  return code ? `${said.join(', ')} (${code})` : said.join(', ')
}

function partsOf(known: Known): TitleParts {
  const { clean, name, page, code, board, grade, subject, month, year, understood } = known
  const places = [name, ...page]
  const said = <Key extends keyof Evidence>(key: Key) =>
    places.find((place) => place[key] !== undefined)?.[key]
  const exam = [...new Set(places.flatMap(({ exams }) => exams.map(({ label }) => label)))].find(Boolean)
  const counts = [...new Set(places.flatMap((place) => place.counts))]
  const others = counts.filter((count) => !SETS.test(count))
  const beside = [said('medium') && `(${said('medium')})`, said('answers')].filter(Boolean)
  const plain = beside.length > 0 && others.length === 0 ? 'Question paper' : undefined
  const kind = exam ?? (code?.of === 'paper' ? 'Board paper' : plain)
  const heads = {
    board: said('boardName') ?? (board && board.value !== 'other' ? typeLabel(board.value) : ''),
    grade: grade ? `Class ${grade.value}` : '',
    subject: said('subjectName') ?? code?.subjectName ?? subject?.value ?? '',
    middle: [...others, kind, ...beside].filter(Boolean).join(' '),
    code: code?.label ?? '',
  }
  const when = [month?.sure && !year?.session && month.value, year && (year.session ?? year.value)]
  const isDated = !name.camera || Object.values(heads).some(Boolean)
  return {
    ...heads,
    when: isDated ? when.filter(Boolean).join(' ') : '',
    day: month?.sure && board && !isSchool(understood.degree) ? dayIn(clean, month.value) : '',
    set: '',
    understood,
  }
}

const SETS = /^(?:Set|Shift|Slot) /

function isSchool(degree: string): boolean {
  return findDegree(degree)?.grade !== PREVIOUS_YEARS
}

export function cut(title: string) {
  const letters = [...title]
  if (letters.length <= TITLE_LIMIT) return title
  const short = letters.slice(0, TITLE_LIMIT).join('')
  const space = short.lastIndexOf(' ')
  return space > TITLE_LIMIT / 2 ? short.slice(0, space) : short
}
