import { typeLabel } from '#domain/paper/labels.ts'
import {
  type Month,
  PAPER_TYPES,
  type PaperType,
  type SchoolGrade,
  type Subject,
  TITLE_LIMIT,
} from '#domain/paper/paper.ts'
import { removeGarbage } from '../page-text/remove-garbage.ts'
import type { Evidence, Vote } from './evidence.ts'
import type { Hint, TitleParts } from './hints.ts'
import type { Code } from './paper-codes.ts'
import type { Word } from './words/words.ts'

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
}

const ABBREVIATIONS = new Set<string>([
  ...PAPER_TYPES.filter((type) => typeLabel(type) === type.toUpperCase()),
  ...'sslc hsc icse isc ncert tn ug vao mcq mcqs nmms trb kv kvs dav psbb sbi upsc ssc iit xii xi ix viii vii vi ii iii iv sqp pyq qp cs ip em tm sa fa nios'.split(
    ' ',
  ),
])
const SMALL = new Set('of the and for in on with to by at from a an or'.split(' '))

/** The name made readable where it says something of its own, else composed; doubtful when class or subject are. */
export function titleOf(known: Known): Hint<string> {
  const { subject, grade, board } = known
  const own = sayOwnWords(known)
  const understood = Boolean(board?.sure && !grade) || Boolean(subject?.sure && grade?.sure)
  if (own) return { value: cut(own), sure: subject !== null || grade !== null || board !== null }
  const composed = compose(known)
  return composed ? { value: cut(composed), sure: understood } : null
}

export function titlePartsOf(known: Known, understood: TitleParts['understood']): TitleParts | null {
  return sayOwnWords(known) ? null : { ...partsOf(known), understood }
}

function sayOwnWords(known: Known): string {
  const { name } = known
  const several = new Set(name.years.map((found) => found.year)).size > 1
  return (name.unknown.length > 0 || several) && !isMadeByMachine(known) ? ownWords(known) : ''
}

function isMadeByMachine({ clean, words, name }: Known) {
  if (removeGarbage(clean.replace(/[-_]+/g, ' ')) === '') return true
  const unknown = name.unknown.map((at) => words[at]?.raw ?? '')
  const letters = unknown.filter((raw) => removeGarbage(raw) !== '' && /[aeiouyAEIOUY\p{Lo}]/u.test(raw))
  return (unknown.length > 0 && letters.length === 0) || (name.camera && letters.join('').length < 5)
}

/** "CBSE Class 12 Mathematics 65/4/1, 2024 Set 1" */
function compose(known: Known): string {
  const parts = partsOf(known)
  const { set: _, ...said } = parts
  return Object.values(said).some(Boolean) ? joinTitle(parts) : ''
}

export function joinTitle({
  board,
  grade,
  subject,
  middle,
  when,
  set,
}: Omit<TitleParts, 'understood'>): string {
  const heads = [board, grade, subject, middle].filter(Boolean).join(' ') || 'Question Paper'
  return `${heads}${when && `, ${when}`}${set && ` ${set}`}`
}

function partsOf(known: Known): Omit<TitleParts, 'understood'> {
  const { name, page, code, board, grade, subject, month, year } = known
  const places = [name, ...page]
  const said = <Key extends keyof Evidence>(key: Key) =>
    places.find((place) => place[key] !== undefined)?.[key]
  const subjectName = said('subjectName') ?? code?.subjectName ?? subject?.value
  const exam = [...new Set(places.flatMap(({ exams }) => exams.map(({ label }) => label)))].find(Boolean)
  const counts = [...new Set(places.flatMap((place) => place.counts))]
  const sets = counts.filter((count) => /^(?:Set|Shift|Slot) /.test(count))
  const boardName = said('boardName') ?? (board && board.value !== 'other' && typeLabel(board.value))
  const middle = [
    ...counts.filter((count) => !sets.includes(count)),
    exam,
    code?.label,
    said('medium') && `(${said('medium')})`,
    said('answers'),
  ]
  const when = [month?.sure && !year?.session && month.value, year && (year.session ?? year.value)]
  const heads = {
    board: boardName || '',
    grade: grade ? `Class ${grade.value}` : '',
    subject: subjectName ?? '',
    middle: middle.filter(Boolean).join(' '),
  }
  const isDated = !name.camera || Object.values(heads).some(Boolean)
  return { ...heads, when: isDated ? when.filter(Boolean).join(' ') : '', set: sets[0] ?? '' }
}

/** Spaces for separators, no junk, the code as printed, words capitalised. */
function ownWords({ clean, words, name, code }: Known): string {
  const junk = new Set(name.junk)
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
    if (junk.has(at) || /^\d{5,}$/.test(word.text)) {
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

export function cut(title: string) {
  const letters = [...title]
  if (letters.length <= TITLE_LIMIT) return title
  const short = letters.slice(0, TITLE_LIMIT).join('')
  const space = short.lastIndexOf(' ')
  return space > TITLE_LIMIT / 2 ? short.slice(0, space) : short
}
