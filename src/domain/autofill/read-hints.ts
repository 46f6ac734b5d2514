import {
  ALL_SUBJECTS,
  degreeOf,
  ENTRANCE_EXAMS,
  type Grade,
  isBoard,
  type PaperType,
  PREVIOUS_YEARS,
  type SchoolGrade,
  type Subject,
} from '#domain/paper/paper.ts'
import { cleanName } from './clean-name.ts'
import type { Code } from './codes/paper-codes.ts'
import { type Series, seriesIn } from './codes/series.ts'
import type { Evidence } from './evidence.ts'
import { readWords } from './evidence.ts'
import { monthOf, yearMade, yearOf } from './exam-time.ts'
import { readFirstPage } from './first-page.ts'
import { readFolders } from './folder-names.ts'
import type { Hint, Hints } from './hints.ts'
import { titleOf, titlePartsOf } from './titles/title.ts'
import { toldBy } from './told-by.ts'
import { regionIn, sittingIn, variantOf } from './variants.ts'
import { resolveVotes } from './votes.ts'
import { wordsOf } from './words/words.ts'

/** From name and first page ('' for a scan). Guesses, contradictions and what only folders say are not `sure`. */
export function readHints(file: {
  fileName: string
  /** Separated by slashes: "2016/Class 12/Physics". */
  folders?: string
  firstPage: string
  /** When the PDF says that it was made: "2018-02-27". */
  made?: string
  /** The series of the page, as the site's own papers tell it; the table goes before it. */
  learnt?: Series | undefined
  now: Date
}): Hints {
  const clean = cleanName(file.fileName)
  const words = wordsOf(clean)
  const read = readWords(words, file.now)
  const headings = readFirstPage(file.firstPage, file.now)
  const told = { ...sittingIn(words), ...regionIn(words), ...read.variant }
  const found = [
    doubtedIfOnlyTime({ ...read, variant: told }, words.length),
    ...headings,
    ...readFolders(file.folders ?? '', file.now),
  ]
  const exam = boardOf(found, codeOf(found), undefined)?.value
  const isEntrance = exam !== undefined && exam !== 'other' && ENTRANCE_EXAMS.includes(exam)
  const places = isEntrance ? found.map(withMedium) : found
  const [name = read, ...page] = places
  const code = codeOf(places)
  const subject = subjectOf(places, code)
  const series = seriesIn(clean) ?? seriesIn(file.firstPage) ?? file.learnt
  const board = boardOf(places, code, series)
  const grade = gradeOf(places, { code, series, subject })
  const degree = degreeFrom(board, grade, places, file)
  const month = monthOf(places, code)
  const year = yearOf(places, month, { code, series, madeYear: yearMade(file.made, file.now) })
  const variant = variantOf(places, code, headings)
  const stateBoard = resolveVotes(places.flatMap(({ stateBoards }) => stateBoards))
  const isAnswers = places.some(({ answers }) => answers !== undefined)
  const named = subjectFor(board, subject, name)
  const understood = {
    degree: degree?.value ?? '',
    subject: named && named.value !== ALL_SUBJECTS ? named.value : '',
    month: month?.value ?? '',
    year: String(year?.value ?? ''),
    variant: variant?.value ?? '',
  }
  const known = { clean, words, name, page, code, board, grade, subject, month, year, variant, understood }
  return {
    title: titleOf(known),
    titleParts: titlePartsOf(known),
    degree,
    subject: named,
    month,
    year: year && { value: year.value, sure: year.sure },
    variant,
    board: board?.value === 'state' ? stateBoard : null,
    isAnswers,
    told: toldBy({
      ...{ name, page: headings, folders: places.slice(1 + headings.length), code, series, made: file.made },
      ...{ board, grade, subject, month, year, variant, stateBoard },
    }),
  }
}

const LANGUAGES: readonly Subject[] = ['English', 'Tamil', 'Hindi']

/** Entrance exams ask about no language: "NEET 2022 Tamil" is the whole paper in Tamil. */
function withMedium(place: Evidence): Evidence {
  const language = place.subjects.find(({ value }) => LANGUAGES.includes(value))
  if (!language) return place
  const subjects = place.subjects.filter(({ value }) => !LANGUAGES.includes(value))
  return { ...place, subjects, medium: place.medium ?? `${language.value} Medium` }
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

function boardOf(places: Evidence[], code: Code | undefined, series: Series | undefined) {
  const votes = places.flatMap(({ boards }) => boards)
  if (code) votes.push({ value: 'cbse', sure: code.clear })
  if (series) votes.push({ value: 'cbse', sure: series.isProven })
  return resolveVotes(votes)
}

type Known = { code: Code | undefined; series: Series | undefined; subject: Hint<Subject> }

function gradeOf(places: Evidence[], { code, series, subject }: Known) {
  const votes = places.flatMap(({ grades }) => grades)
  if (series?.grade) votes.push({ value: series.grade, sure: series.isProven })
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
