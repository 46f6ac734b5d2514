import { SCHOOL_GRADES, type SchoolGrade } from '#domain/paper/paper.ts'
import type { Found, Word } from './phrases.ts'

type ClassFound = { at: number; length: number; grade: SchoolGrade; sure: boolean }

const ROMAN: Record<string, SchoolGrade> = {
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
  xi: '11',
  xii: '12',
}
const ORDINAL = new Set(['th', 'ம்', 'ஆம்', 'வது', 'தாம்', 'த்', 'ஆவது'])
const FOLLOWS_A_DAY = new Set([
  'chapter',
  'unit',
  'term',
  'day',
  'week',
  'semester',
  'question',
  'lesson',
  'anniversary',
  'edition',
])

/** A number with "class", "std" or "th" is sure, next to a board too; next to a subject it is a guess.
 * With `strict` only the first kind counts. */
export function classesIn(words: Word[], senses: Found[], taken: Set<number>, strict: boolean): ClassFound[] {
  const senseOf = new Map(senses.flatMap((each) => positions(each).map((at) => [at, each.sense])))
  const isClassWord = (at: number) => senseOf.get(at)?.classWord === true
  const isNumber = (at: number) => /^\d+$/.test(words[at]?.text ?? '') && !taken.has(at)
  const found: ClassFound[] = []
  for (const [at, word] of words.entries()) {
    if (taken.has(at)) continue
    const digits = SCHOOL_GRADES.find((grade) => grade === word.text || `0${grade}` === word.text)
    const grade = digits ?? ROMAN[word.text]
    if (!grade || (!digits && word.raw !== word.text && word.raw !== word.text.toUpperCase())) continue
    const [before, after] = [senseOf.get(at - 1), senseOf.get(at + 1)]
    const ordinal = digits && isOrdinal(words[at + 1]) ? 1 : 0
    if (isClassWord(at - 1) || isClassWord(at + 1 + ordinal)) {
      found.push({ at, length: 1 + ordinal, grade, sure: true })
      continue
    }
    const beyond = senseOf.get(at + 1 + ordinal)
    if (before?.counts !== undefined || beyond?.month || beyond?.counted || before?.month) continue
    if (ordinal) {
      const isDay = FOLLOWS_A_DAY.has(words[at + 2]?.text ?? '')
      if (!isDay && (!strict || isInHeading(senseOf, taken, at, words)))
        found.push({ at, length: 2, grade, sure: true })
      continue
    }
    const ranges = found.at(-1)?.at === at - 2 && /^(?:to|and|-)$/.test(words[at - 1]?.text ?? '')
    const range = found.at(-1)?.at === at - 1 && /^\s?[-–,&/]\s?$/.test(word.between)
    if (range || ranges) found.push({ at, length: 1, grade, sure: found.at(-1)?.sure === true })
    else if (!strict && !joins(words, at, isNumber)) {
      const adjacent = [before, after]
      const board = adjacent.some((sense) => sense?.board || sense?.lean)
      const subject = adjacent.some((sense) => sense?.subject !== undefined)
      const longRoman = !digits && word.text.length > 2
      if (board || subject || longRoman) found.push({ at, length: 1, grade, sure: board || longRoman })
    }
  }
  return found
}

/** "10th CBSE", "2015 12th": on a page only next to a board or year, for "the 10th term" is of a question. */
function isInHeading(senseOf: Map<number, Found['sense']>, taken: Set<number>, at: number, words: Word[]) {
  const isYear = /^(?:19|20)\d\d$/.test(words[at - 1]?.text ?? '') && taken.has(at - 1)
  return isYear || [at - 1, at + 2].some((each) => senseOf.get(each)?.board)
}

function positions({ at, length }: Found) {
  return Array.from({ length }, (_, nth) => at + nth)
}

function isOrdinal(word: Word | undefined) {
  return word !== undefined && ORDINAL.has(word.text) && /^[\s-]?$/.test(word.between)
}

/** Part of a date, a code or a sum. */
function joins(words: Word[], at: number, isNumber: (at: number) => boolean) {
  const joined = (between: string | undefined) => /^\s?[-–/.]\s?$/.test(between ?? '')
  return (
    (isNumber(at - 1) && joined(words[at]?.between)) || (isNumber(at + 1) && joined(words[at + 1]?.between))
  )
}
