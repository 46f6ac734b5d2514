import {
  ALL_SUBJECTS,
  DEGREES,
  type Degree,
  examOf,
  findDegree,
  isBoard,
  MONTHS,
  type Month,
  OTHER_SUBJECT,
  PAPER_TYPES,
  type PaperType,
  SCHOOL_GRADES,
  type SchoolGrade,
  SUBJECTS,
  type Subject,
} from '#domain/paper/paper.ts'
import { SPELLINGS, type Spelling } from '#domain/paper/spellings.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { readTime } from './documents.ts'

/** A field as it will be here; `change` says so where that is another value than there. */
export type Read<Value> = { value: Value; change?: string } | { why: string }

const ROMAN = ['vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
const words = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+]+/gu, ' ')
    .trim()

const KNOWN = new Map<string, Spelling>(
  SPELLINGS.flatMap((spelling) =>
    [spelling.words, spelling.unsure, spelling.named, spelling.subject, spelling.month, spelling.type]
      .flatMap((list) => list?.split(',') ?? [])
      .map((one) => [words(one), spelling] as const),
  ),
)

/** From type and grade, or from the folder of the file, whose name is a degree. */
export function readDegree(type: unknown, grade: unknown, folder: string): Read<Degree> {
  const text = asText(type)
  const typed = typeIn(text)
  if (!typed && text) return { why: `its type “${text}” is none of ${PAPER_TYPES.join(', ')}` }
  if (!typed) {
    const degree = findDegree(folder.toLowerCase().replaceAll(' ', '-'))
    return degree
      ? { value: degree, change: `type and grade are those of its folder, ${degree.name}` }
      : { why: 'it has no type' }
  }
  const degree = DEGREES.find(
    (one) => one.type === typed && (!isBoard(typed) || one.grade === gradeIn(grade)),
  )
  if (!degree)
    return { why: `its grade “${asText(grade)}” is none of ${SCHOOL_GRADES.toReversed().join(', ')}` }
  const isOther = !isBoard(typed) && gradeIn(grade) !== null
  return isOther
    ? { value: degree, change: `grade ${asText(grade)} is left out: ${degree.name} has no classes` }
    : { value: degree }
}

/** "all" where nothing is said; "Other" for a subject that has no name here. */
export function readSubject(subject: unknown): Read<Subject> {
  const text = asText(subject)
  if (['', ALL_SUBJECTS, 'none', 'null'].includes(text.toLowerCase())) return { value: ALL_SUBJECTS }
  const exact = SUBJECTS.find((one) => words(one) === words(text))
  if (exact) return { value: exact }
  const spelt = KNOWN.get(words(text))?.subject
  if (spelt) return { value: spelt, change: `subject “${text}” is called ${spelt}` }
  return { value: OTHER_SUBJECT, change: `subject “${text}” is filed under ${OTHER_SUBJECT}` }
}

/** A name, a beginning of one, a number, or a timestamp, which is read as in India. */
export function readMonth(month: unknown): Read<Month> {
  const text = asText(month)
  const time = readTime(month)
  const number = /^0?([1-9]|1[0-2])$/.exec(text)?.[1]
  const named = KNOWN.get(
    words(text)
      .replace(/[\d ]+/g, ' ')
      .trim(),
  )?.month
  const value =
    MONTHS[number ? Number(number) - 1 : (time ? Number(indiaDay(time).slice(5, 7)) : 0) - 1] ?? named
  if (!value) return { why: text ? `its month “${text}” is none` : 'it has no month' }
  return words(value) === words(text)
    ? { value }
    : { value, change: `month ${text || 'of its time'} is ${value}` }
}

/** Four digits, alone or the only ones in a date; a timestamp. */
export function readYear(year: unknown): Read<number> {
  const text = asText(year)
  const time = readTime(year)
  const found = text.match(/(?<!\d)(19|20)\d\d(?!\d)/g) ?? []
  const value = (time && Number(indiaDay(time).slice(0, 4))) ?? (found.length === 1 ? Number(found[0]) : null)
  if (value === null) return { why: text ? `its year “${text}” is none` : 'it has no year' }
  return text === String(value) ? { value } : { value, change: `year ${text || 'of its time'} is ${value}` }
}

/** 0 where nothing was counted. */
export function readCount(count: unknown): { value: number; change?: string } {
  const text = asText(count)
  const value = text === '' ? 0 : Number(text.replace(/[, ]/g, ''))
  if (Number.isSafeInteger(value) && value >= 0) return { value }
  return { value: 0, change: `the count “${text}” is taken as 0` }
}

export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function typeIn(text: string): PaperType | null {
  const word = words(text)
  const named = PAPER_TYPES.find((one) => one === word || words(examOf(one).label) === word)
  return named ?? KNOWN.get(word)?.type ?? null
}

function gradeIn(grade: unknown): SchoolGrade | null {
  const word = words(asText(grade)).replace(/^(class|grade|std|standard) /, '')
  const plain = /^(\d{1,2})(th)?( (standard|std|class))?$/.exec(word)?.[1]
  const roman = SCHOOL_GRADES.toReversed()[ROMAN.indexOf(word)]
  return SCHOOL_GRADES.find((one) => one === plain) ?? roman ?? KNOWN.get(word)?.grade ?? null
}
