// Longer than other files: a title is made from what is left of a name, and each part knows what the others say already.
import { typeLabel } from '#domain/language/labels.ts'
import { removeGarbage } from '#domain/page-text/remove-garbage.ts'
import {
  findDegree,
  MONTHS,
  type Month,
  PAPER_TYPES,
  type PaperType,
  PREVIOUS_YEARS,
  type SchoolGrade,
  SUBJECTS,
  type Subject,
  TITLE_LIMIT,
} from '#domain/paper/paper.ts'
import { describeVariantFields } from '#domain/paper/paper-fields.ts'
import { unsaidParts } from '#domain/paper/variant.ts'
import type { Evidence, Vote } from './evidence.ts'
import type { Hint, TitleParts } from './hints.ts'
import type { Code } from './paper-codes.ts'
import type { Word } from './phrases.ts'

type Named = { clean: string; words: Word[]; name: Evidence; code: Code | undefined }

const ABBREVIATIONS = new Set<string>([
  ...PAPER_TYPES.filter((type) => typeLabel(type) === type.toUpperCase()),
  ...'sslc hsc icse isc ncert tn ug vao mcq mcqs nmms trb kv kvs dav psbb sbi upsc ssc iit xii xi ix viii vii vi ii iii iv sqp pyq qp cs ip em tm sa fa nios'.split(
    ' ',
  ),
])
const SMALL = new Set('of the and for in on with to by at from a an or'.split(' '))

/** Spaces for separators, no junk, the code as printed, words capitalised; without what the fields say, as long as
 * enough is left. */
function ownWords(named: Named): string {
  const short = readable(named, new Set([...named.name.junk, ...named.name.filed]))
  const isTorn = short.split('(').length !== short.split(')').length
  const isEnough = named.name.unknown.length > 0 && short.includes(' ') && !titleProblem(short)
  return isEnough && !isTorn ? short : readable(named, new Set(named.name.junk))
}

function readable({ clean, words, name, code }: Named, left: Set<number>): string {
  const inCode = (at: number) =>
    name.code !== undefined && code !== undefined && at > name.code.at && at < name.code.at + name.code.length
  const session = new Set(
    name.years
      .filter((year) => year.length > 1)
      .flatMap(({ at, length }) => Array.from({ length: length - 1 }, (_, nth) => at + 1 + nth)),
  )
  let title = ''
  for (const [at, word] of words.entries()) {
    const glue = inCode(at) ? '/' : session.has(at) ? '-' : glueOf(word.between, clean)
    if (left.has(at) || /^\d{5,}$/.test(word.text)) {
      if (title && /\s|_/.test(word.between)) title += ' '
      continue
    }
    title += glue + withCapital(word, glue === '' && title !== '')
  }
  const tail = clean.slice((words.at(-1)?.at ?? 0) + (words.at(-1)?.raw.length ?? 0))
  return tidy(title + (/^[)\]]/.test(tail) ? tail.charAt(0) : ''))
}

/** Underscores separate words; so do hyphens and dots in a name without spaces. */
function glueOf(between: string, clean: string) {
  const spaced = clean.includes(' ')
  const glue = between.replaceAll('_', ' ')
  return spaced && !/^[-.]$/.test(glue) ? glue : glue.replace(/[-.]+/g, spaced ? '$&' : ' ')
}

function withCapital({ raw, text }: Word, inWord: boolean) {
  if (ABBREVIATIONS.has(text)) return inWord ? raw : raw.toUpperCase()
  if (raw !== text || inWord || SMALL.has(text)) return raw
  return raw.charAt(0).toUpperCase() + raw.slice(1)
}

function tidy(title: string) {
  return title
    .replace(/[#~*^=<>|"`]+/g, ' ')
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ([,;:)])/g, '$1')
    .replace(/^[\s\-–,.;:/&+)\]]+(?!\d)|[\s\-–,.;:/&+([]+$/g, '')
    .trim()
}

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
  understood: TitleParts['understood']
}

const BOARD_LABELS: readonly string[] = PAPER_TYPES.map(typeLabel)

/** The name's own words where it has some, else composed, without what the other fields say; doubtful when class or
 * subject are. */
export function titleOf(known: Known): Hint<string> {
  const { subject, grade, board } = known
  const own = describeOwnWords(known)
  const understood = Boolean(board?.sure && !grade) || Boolean(subject?.sure && grade?.sure)
  if (own)
    return {
      value: cut(withDistinction(own, known)),
      sure: subject !== null || grade !== null || board !== null,
    }
  const composed = compose(known)
  return composed ? { value: cut(composed), sure: understood } : null
}

export function titlePartsOf(known: Known): TitleParts | null {
  return describeOwnWords(known) ? null : partsOf(known)
}

function describeOwnWords(known: Known): string {
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
function withDistinction(own: string, { understood }: Known): string {
  return titleProblem(own) ? [own, ...unsaidParts(apartIn(understood), own)].join(', ') : own
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

function isAnythingKnown({ board, grade, subject, middle, code, when }: TitleParts): boolean {
  return [board, grade, subject, middle, code, when].some(Boolean)
}

/** "Board paper, Set 1 (65/4/1)": what headings of board, class, subject, month and year do not say. */
function joinTitle(
  parts: TitleParts,
  fields: Pick<Fields, 'degree' | 'month' | 'variant' | 'medium'>,
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
  const isBare = kind.length === 0 || titleProblem(kind.join(' ')) !== null
  const pieces = [
    ...kind,
    isBare && 'Question paper',
    isSession && when,
    day && `${day} ${fields.month}`,
    set,
  ].filter(Boolean)
  pieces.push(...unsaidParts(apartIn(fields), pieces.join(', ')))
  return code ? `${pieces.join(', ')} (${code})` : pieces.join(', ')
}

function partsOf(known: Known): TitleParts {
  const { clean, name, page, code, board, grade, subject, month, year, understood } = known
  const places = [name, ...page]
  const firstKnown = <Key extends keyof Evidence>(key: Key) =>
    places.find((place) => place[key] !== undefined)?.[key]
  const exam = [...new Set(places.flatMap(({ exams }) => exams.map(({ label }) => label)))].find(Boolean)
  const counts = [...new Set(places.flatMap((place) => place.counts))]
  const otherCounts = counts.filter((count) => !SETS.test(count))
  const adjacent = [firstKnown('medium') && `(${firstKnown('medium')})`, firstKnown('answers')].filter(
    Boolean,
  )
  const plain = adjacent.length > 0 && otherCounts.length === 0 ? 'Question paper' : undefined
  const kind = exam ?? (code?.of === 'paper' ? 'Board paper' : plain)
  const heads = {
    board: firstKnown('boardName') ?? (board && board.value !== 'other' ? typeLabel(board.value) : ''),
    grade: grade ? `Class ${grade.value}` : '',
    subject: firstKnown('subjectName') ?? code?.subjectName ?? subject?.value ?? '',
    middle: [...otherCounts, kind, ...adjacent].filter(Boolean).join(' '),
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

function cut(title: string) {
  const letters = [...title]
  if (letters.length <= TITLE_LIMIT) return title
  const short = letters.slice(0, TITLE_LIMIT).join('')
  const space = short.lastIndexOf(' ')
  return space > TITLE_LIMIT / 2 ? short.slice(0, space) : short
}

/** "24" of "24 Jan 2023", "Jan 24th" or "24-01-2023"; '' where a name has no day of this month. */
function dayIn(name: string, month: Month): string {
  const short = month.slice(0, 3)
  const number = MONTHS.indexOf(month) + 1
  const day = '(0?[1-9]|[12]\\d|3[01])'
  const forms = [
    `(?<!\\d)${day}(?:st|nd|rd|th)?[\\s_.-]*${short}`,
    `${short}[a-z]*[\\s_.-]*${day}(?:st|nd|rd|th)?(?!\\d)`,
    `(?<!\\d)${day}[-./_]0?${number}[-./_]\\d{4}`,
  ]
  for (const form of forms) {
    const found = new RegExp(form, 'i').exec(name)?.[1]
    if (found) return String(Number(found))
  }
  return ''
}

type Fields = TitleParts['understood']

/** The title of these parts without what was true only of other fields; '' when nothing is known. Safe in the browser. */
export function followTitle(parts: TitleParts, fields: Fields): string {
  const { understood } = parts
  const isTyped = (name: keyof Fields) => (fields[name] ?? '') !== (understood[name] ?? '')
  const [was, is] = [findDegree(understood.degree), findDegree(fields.degree)]
  const isOtherExam = was !== undefined && is !== undefined && was.type !== is.type
  const now = {
    ...parts,
    ...(isOtherExam && { board: '' }),
    ...(isTyped('subject') && { subject: '' }),
    ...(isTyped('year') && { when: '' }),
    ...(isTyped('month') && { day: '' }),
    ...(isTyped('variant') && { set: '' }),
  }
  const isKnown = isAnythingKnown(parts) || (Object.keys(understood) as (keyof Fields)[]).some(isTyped)
  return isKnown ? cut(joinTitle(withoutParts(now, goneParts(understood, fields)), fields)) : ''
}

function goneParts(understood: Fields, fields: Fields): string[] {
  const typed = apartIn(fields).split(', ')
  return apartIn(understood)
    .split(', ')
    .filter((part) => part !== '' && !typed.includes(part))
}

/** "Set 3, Tamil Medium". */
function apartIn({ variant = '', medium = '' }: Pick<Fields, 'variant' | 'medium'>): string {
  return describeVariantFields({ variant, medium }).join(', ')
}

/** "Mathematics (Standard)" without "Standard", "Compartment Exam" without "Compartment". */
function withoutParts(parts: TitleParts, gone: string[]): TitleParts {
  const without = (text: string) =>
    gone.reduce((left, part) => left.replace(new RegExp(`\\s*\\(?${part}(?: Exam)?\\)?`, 'i'), ''), text)
  return { ...parts, subject: without(parts.subject), middle: without(parts.middle).trim() }
}

/** Words of any test or paper, with nothing that tells which. */
const SAYS_LITTLE = /^(?:(?:the )?(?:test|exam|paper)s?[\s,-]+)+(?:question )?(?:test|exam|paper)s?$/i
/** "65/1/3", as codes of papers are printed, and the set that such a code says. */
const CODE = /\d+(?:\/[\dA-Z]\b)+/
const CODES = /\d+(?:\/[\dA-Z]\b)+|\bset \w+/gi

/** Why a title tells nobody which paper it is, as shown to the administrator; null when it may be one. */
export function titleProblem(title: string): string | null {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  if (words.every(isGibberish)) return 'These letters are not words'
  if (words.length === 1 && !/\d/.test(title)) return 'One word says too little'
  if (SAYS_LITTLE.test(title)) return 'These words say too little'
  const adjacent = title.replace(CODES, ' ').match(/\p{L}[\p{L}\p{M}]+/gu) ?? []
  if (CODE.test(title) && adjacent.length === 1) return 'A code and one word say too little'
  return null
}

function isGibberish(word: string): boolean {
  const alternations = word.match(/\p{L}(?=\d)|\d(?=\p{L})/gu)?.length ?? 0
  return alternations >= 2 || (/\p{L}{3}/u.test(word) && removeGarbage(word) === '')
}
