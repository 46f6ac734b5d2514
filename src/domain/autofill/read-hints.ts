// Longer than other files: what the first page and the name of a file say of one paper is weighed together.
import {
  ALL_SUBJECTS,
  degreeOf,
  ENTRANCE_EXAMS,
  FIRST_YEAR,
  type Grade,
  isBoard,
  type Month,
  type PaperType,
  PREVIOUS_YEARS,
  type SchoolGrade,
  type Subject,
} from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { removeGarbage } from '../page-text/remove-garbage.ts'
import { cleanName } from './clean-name.ts'
import { type Evidence, readWords, type Vote } from './evidence.ts'
import type { Hint, Hints } from './hints.ts'
import { toldBy } from './hints.ts'
import { type Code, codeIn, type Series, seriesIn } from './paper-codes.ts'
import { sensesIn, type Word, wordsOf } from './phrases.ts'
import { titleOf, titlePartsOf, type Year } from './title.ts'
import { materialIn, mediumIn, regionIn, sittingIn, variantOf } from './variants.ts'

const LONGEST_PAGE = 20_000
const MOST_LINES = 400
const LONGEST_HEADING = 16
const LONGEST_LINE = 200
/** The share of a heading's words that must be known: in a question they are not. */
const KNOWN = 0.6
const QUESTION = /^\s*(?:\(?[a-hivx]{1,4}\)|\(?\d{1,3}[.)]\s|q\s?\.?\s?\d)/i
/** Its letters are words of no heading: "Series EF1GH/1 SET-4". */
const SERIES = /\bseries\s*:?\s*[%#&$*]*[A-Z][A-Z\d]+[%#&$*]*(?:\/\w+)?/gi
/** Printed on every board paper of CBSE since 2003. */
const CBSE = /candidates\s+must\s+write\s+the\s+(?:q\.?\s?p\.?\s+)?code/i

/** Evidence of each heading; questions, instructions and the garbage of old fonts are skipped. */
function readFirstPage(firstPage: string, now: Date): Evidence[] {
  const text = removeGarbage(firstPage.slice(0, LONGEST_PAGE).normalize('NFKC'))
  const headings = text.split('\n', MOST_LINES).flatMap((printed) => {
    const line = printed.replace(SERIES, ' ')
    const words = wordsOf(line.slice(0, LONGEST_LINE))
    return isHeading(line, words) ? [readWords(words, now, true)] : []
  })
  if (CBSE.test(text)) headings.unshift(boardOnly(now))
  return headings.map(withoutCommonHeadings)
}

function isHeading(line: string, words: Word[]) {
  if (words.length === 0 || QUESTION.test(line) || /^\s*\p{Ll}/u.test(line)) return false
  const code = codeIn(words)
  if (code?.clear || (code && code.at === 0)) return words.length <= LONGEST_HEADING
  const senses = sensesIn(words)
  const small = senses.filter(({ sense }) => sense.small).length
  const known = senses.reduce((sum, { length, sense }) => sum + (sense.nameOnly ? 0 : length), -small)
  const letters =
    words.filter(({ text }) => /\p{L}{2}/u.test(text) && !/^(?:[ivx]+|th)$/.test(text)).length - small
  const numbers = words.length - letters
  return (
    letters <= LONGEST_HEADING && known >= (letters || 1) * KNOWN - (letters === 0 ? 1 : 0) && numbers <= 8
  )
}

function boardOnly(now: Date): Evidence {
  return readWords(wordsOf('CBSE'), now)
}

/** "All answers", "Section A", "Part II", "Model" and the like are on pages of every kind. */
function withoutCommonHeadings(heading: Evidence): Evidence {
  const answers = heading.answers === 'Answers' ? undefined : heading.answers
  return {
    ...heading,
    answers,
    counts: heading.counts.filter((count) => /^(?:Set|Term|Summative) /.test(count)),
  }
}

const FIRST_HALF: Month[] = ['January', 'February', 'March', 'April', 'May']

type Said = { code: Code | undefined; series: Series | undefined; madeYear: number | undefined }

/** What a name or page says, else when such an exam is usually held, which is never sure. */
function monthOf(places: Evidence[], code: Code | undefined): Hint<Month> {
  const vote = resolveVotes(places.flatMap(({ months }) => months))
  if (vote) return vote
  const usual = places.flatMap(({ exams }) => exams.map(({ month }) => month)).find((month) => month)
  if (usual) return { value: usual, sure: false }
  return code?.of === 'paper' ? { value: 'March', sure: false } : null
}

/** A session's year is the one it began in; its exams of January to May fall in the next, so then it is doubtful. So is
 * what the series of a board paper tells, unless its PDF was made in that year, and the day on which a PDF was made. */
function yearOf(places: Evidence[], month: Hint<Month>, { code, series, madeYear }: Said): Year | null {
  const found = places.flatMap(({ years }) => years)
  const votes = found.map(({ year, sure }) => ({ value: year, sure }))
  if (series) votes.push({ value: series.year, sure: series.isProven || series.year === madeYear })
  const resolved = resolveVotes(votes)
  if (!resolved) {
    const isOfBoard = code?.of === 'paper' || series !== undefined
    return isOfBoard && madeYear !== undefined ? { value: madeYear, sure: false } : null
  }
  // Nothing is printed more than a year before its exam.
  const isTooEarly = madeYear !== undefined && madeYear < resolved.value - 1
  const sure = resolved.sure && !isTooEarly
  const session = found.find(({ year }) => year === resolved.value)?.session
  if (!session) return { ...resolved, sure }
  const next = `${resolved.value}-${String(resolved.value + 1).slice(2)}`
  const secondHalf = month?.sure === true && FIRST_HALF.includes(month.value)
  return { ...resolved, sure: sure && !secondHalf, session: next }
}

/** Of "2018-02-27", when a paper can be of that year. */
function yearMade(made: string | undefined, now: Date): number | undefined {
  const year = Number(made?.slice(0, 4))
  return year >= FIRST_YEAR && year <= currentYear(now) ? year : undefined
}

const MOST_FOLDERS = 6

/** Nearest first: all of it doubtful, and without codes, which belong to one file. */
function readFolders(folders: string, now: Date): Evidence[] {
  const names = folders.split('/').filter(Boolean).reverse().slice(0, MOST_FOLDERS)
  return names.map((name) => doubted(readWords(wordsOf(cleanName(name)), now)))
}

function doubted(evidence: Evidence): Evidence {
  const weak = <Told extends { sure: boolean }>(told: Told[]) =>
    told.map((each) => ({ ...each, sure: false }))
  const { boards, grades, subjects, months, years } = evidence
  return {
    ...evidence,
    boards: weak(boards),
    grades: weak(grades),
    subjects: weak(subjects),
    months: weak(months),
    years: weak(years),
    code: undefined,
    counts: [],
    answers: undefined,
  }
}

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
  const medium = mediumIn(places)
  const stateBoard = resolveVotes(places.flatMap(({ stateBoards }) => stateBoards))
  const isAnswers = places.some(({ answers }) => answers !== undefined)
  const named = subjectFor(board, subject, name)
  const understood = {
    degree: degree?.value ?? '',
    subject: named && named.value !== ALL_SUBJECTS ? named.value : '',
    month: month?.value ?? '',
    year: String(year?.value ?? ''),
    variant: variant?.value ?? '',
    medium: medium?.value ?? '',
  }
  const known = { clean, words, name, page, code, board, grade, subject, month, year, understood }
  return {
    title: titleOf(known),
    titleParts: titlePartsOf(known),
    degree,
    subject: named,
    month,
    year: year && { value: year.value, sure: year.sure },
    variant,
    medium,
    kind: materialIn(clean, file.folders ?? '', file.firstPage),
    board: board?.value === 'state' ? stateBoard : null,
    isAnswers,
    told: toldBy({
      ...{ name, page: headings, folders: places.slice(1 + headings.length), code, series, made: file.made },
      ...{ board, grade, subject, month, year, variant, medium, stateBoard },
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
  const sureSubjects = places.flatMap(({ subjects }) => subjects.filter(({ sure }) => sure))
  for (const { code } of places) {
    if (!code) continue
    const agrees = sureSubjects.some(({ value }) => value === code.subject)
    if (agrees || code.clear || sureSubjects.length === 0)
      return { ...code, clear: agrees || (code.clear && sureSubjects.length === 0) }
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
  const named = new Set(name.subjects.map(({ value }) => value))
  if (named.size === 1) return resolveVotes(name.subjects)
  return { value: ALL_SUBJECTS, sure: board.sure }
}

/** What the sure votes agree on, else the first of them, which is then doubtful. */
function resolveVotes<Value>(votes: Vote<Value>[]): { value: Value; sure: boolean } | null {
  const sure = votes.filter((vote) => vote.sure)
  const [first] = sure.length > 0 ? sure : votes
  if (!first) return null
  return { value: first.value, sure: sure.length > 0 && sure.every(({ value }) => value === first.value) }
}
