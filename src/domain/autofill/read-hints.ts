import {
  ALL_SUBJECTS,
  degreeOf,
  type Grade,
  isBoard,
  type Month,
  type PaperType,
  PREVIOUS_YEARS,
  type SchoolGrade,
  type Subject,
} from '#domain/paper/paper.ts'
import { cleanName } from './clean-name.ts'
import type { Evidence, Vote } from './evidence.ts'
import { readWords } from './evidence.ts'
import { readFirstPage } from './first-page.ts'
import { readFolders } from './folder-names.ts'
import type { Hint, Hints } from './hints.ts'
import type { Code } from './paper-codes.ts'
import { titleOf, titlePartsOf, type Year } from './title.ts'
import { wordsOf } from './words/words.ts'

const FIRST_HALF: Month[] = ['January', 'February', 'March', 'April', 'May']

/** From name and first page ('' for a scan). Guesses, contradictions and what only folders say are not `sure`. */
export function readHints(file: {
  fileName: string
  /** Separated by slashes: "2016/Class 12/Physics". */
  folders?: string
  firstPage: string
  now: Date
}): Hints {
  const clean = cleanName(file.fileName)
  const words = wordsOf(clean)
  const name = doubtedIfOnlyTime(readWords(words, file.now), words.length)
  const page = [...readFirstPage(file.firstPage, file.now), ...readFolders(file.folders ?? '', file.now)]
  const places = [name, ...page]
  const code = codeOf(places)
  const subject = subjectOf(places, code)
  const board = boardOf(places, code)
  const grade = gradeOf(places, code, subject)
  const degree = degreeFrom(board, grade, places, file)
  const month = monthOf(places, code)
  const year = yearOf(places, month)
  const isAnswers = places.some(({ answers }) => answers !== undefined)
  const named = subjectFor(board, subject, name)
  const understood = {
    degree: degree?.value ?? '',
    subject: named && named.value !== ALL_SUBJECTS ? named.value : '',
    month: month?.value ?? '',
    year: String(year?.value ?? ''),
  }
  const known = { clean, words, name, page, code, board, grade, subject, month, year, understood }
  return {
    title: titleOf(known),
    titleParts: titlePartsOf(known),
    degree,
    subject: named,
    month,
    year: year && { value: year.value, sure: year.sure },
    isAnswers,
  }
}

/** A name that is only a year or date may be that of anything. */
function doubtedIfOnlyTime(name: Evidence, words: number): Evidence {
  const ofTime = name.years.reduce((sum, { length }) => sum + length, 0)
  if (ofTime < words) return name
  const doubted = <Told extends { sure: boolean }>(told: Told[]) =>
    told.map((each) => ({ ...each, sure: false }))
  return { ...name, years: doubted(name.years), months: doubted(name.months) }
}

/** A code whose subject is another than the name says is a date, or a number of something else. */
function codeOf(places: Evidence[]): Code | undefined {
  const said = places.flatMap(({ subjects }) => subjects.filter(({ sure }) => sure))
  for (const { code } of places) {
    if (!code) continue
    const agrees = said.some(({ value }) => value === code.subject)
    if (agrees || code.clear || said.length === 0)
      return { ...code, clear: agrees || (code.clear && said.length === 0) }
  }
}

function subjectOf(places: Evidence[], code: Code | undefined): Hint<Subject> {
  const votes = places.flatMap(({ subjects }) => subjects)
  if (code) votes.push({ value: code.subject, sure: code.clear })
  return resolveVotes(votes)
}

function boardOf(places: Evidence[], code: Code | undefined) {
  const votes = places.flatMap(({ boards }) => boards)
  if (code) votes.push({ value: 'cbse', sure: code.clear })
  return resolveVotes(votes)
}

function gradeOf(places: Evidence[], code: Code | undefined, subject: Hint<Subject>) {
  const votes = places.flatMap(({ grades }) => grades)
  if (code?.grade) votes.push({ value: code.grade, sure: code.clear && code.of === 'paper' })
  else if (code && subject?.value === 'Mathematics' && places.some(isApplied))
    votes.push({ value: '12', sure: false })
  return resolveVotes(votes)
}

function isApplied({ subjectName }: Evidence) {
  return subjectName === 'Applied Mathematics'
}

function degreeFrom(
  board: Hint<PaperType | 'other'>,
  grade: Hint<SchoolGrade>,
  places: Evidence[],
  file: { fileName: string; firstPage: string },
): Hint<string> {
  if (board?.value === 'other') return null
  if (board && !isBoard(board.value)) return slugOf(board.value, PREVIOUS_YEARS, board.sure && !grade)
  const lean = places.flatMap(({ leans }) => leans)[0]
  if (!grade) return !board && lean === 'tnpsc' ? slugOf('tnpsc', PREVIOUS_YEARS, false) : null
  if (board) return slugOf(board.value, grade.value, board.sure && grade.sure)
  const tamil = /\p{Script=Tamil}/u.test(file.fileName) || /\p{Script=Tamil}{3}/u.test(file.firstPage)
  return slugOf(tamil ? 'state' : (lean ?? 'cbse'), grade.value, false)
}

function slugOf(type: PaperType, grade: Grade, sure: boolean): Hint<string> {
  const degree = degreeOf(type, grade)
  return degree ? { value: degree.slug, sure } : null
}

/** Entrance exams have all subjects in one paper unless the name says one; page 1 begins with one of them. */
function subjectFor(board: Hint<PaperType | 'other'>, subject: Hint<Subject>, name: Evidence): Hint<Subject> {
  if (!board || board.value === 'other' || isBoard(board.value)) return subject
  const said = new Set(name.subjects.map(({ value }) => value))
  if (said.size === 1) return resolveVotes(name.subjects)
  return { value: ALL_SUBJECTS, sure: board.sure }
}

/** What a name or page says, else when such an exam is usually held, which is never sure. */
function monthOf(places: Evidence[], code: Code | undefined): Hint<Month> {
  const said = resolveVotes(places.flatMap(({ months }) => months))
  if (said) return said
  const usual = places.flatMap(({ exams }) => exams.map(({ month }) => month)).find((month) => month)
  if (usual) return { value: usual, sure: false }
  return code?.of === 'paper' ? { value: 'March', sure: false } : null
}

/** A session's year is the one it began in; its exams of January to May fall in the next, so then it is doubtful. */
function yearOf(places: Evidence[], month: Hint<Month>): Year | null {
  const found = places.flatMap(({ years }) => years)
  const resolved = resolveVotes(found.map(({ year, sure }) => ({ value: year, sure })))
  if (!resolved) return null
  const session = found.find(({ year }) => year === resolved.value)?.session
  if (!session) return resolved
  const next = `${resolved.value}-${String(resolved.value + 1).slice(2)}`
  const secondHalf = month?.sure === true && FIRST_HALF.includes(month.value)
  return { ...resolved, sure: resolved.sure && !secondHalf, session: next }
}

/** What the sure votes agree on, else the first of them, which is then doubtful. */
function resolveVotes<Value>(votes: Vote<Value>[]): { value: Value; sure: boolean } | null {
  const sure = votes.filter((vote) => vote.sure)
  const [first] = sure.length > 0 ? sure : votes
  if (!first) return null
  return { value: first.value, sure: sure.length > 0 && sure.every(({ value }) => value === first.value) }
}
