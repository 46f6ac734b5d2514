import type { Language } from '#domain/language/languages.ts'
import type { PageSize } from '#domain/page-images/page-image.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import type { PublishedPaper } from '#domain/paper/paper.ts'
import type { NamedChapter } from '#domain/questions/chapters/chapter-names.ts'
import { LETTERS, optionsIn } from '#domain/questions/question-parts.ts'
import type { PaperQuestion, QuestionArea } from '#domain/questions/questions.server.ts'

/** Safe in the browser. Minutes that page 1 of a paper allows for writing, and for reading it before. */
type TimeAllowed = { minutes: number; reading: number }

const LEAST_MINUTES = 10
const MOST_MINUTES = 360
/** Of a page, in UTF-16 units: further down are questions, some of which speak of hours. */
const HEAD = 3_000

const ONES: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, एक: 1, दो: 2, तीन: 3 }
const NUMBER = String.raw`(?:\d{1,3}(?:[.:]\d{1,2})?|${Object.keys(ONES).join('|')})(?:\s*(?:½|1/2))?`
const HOUR = String.raw`(?:hours?\b|hrs?\b\.?|h\b|घंट[ेाो]|घण्ट[ेाो]|மணி(?!த்)(?:\s*நேரம்)?)`
const MINUTE = String.raw`(?:minutes?\b|mins?\b\.?|मिनट|நிமிடங்கள்|நிமிடம்)`
const TIME = String.raw`(?:\btime\b|\bduration\b|समय|अवधि|நேரம்|கால\s*அளவு)`
/** Right after its name: "Time allowed : 3 hours", "Time : [15 minutes + 3.00 hours]". */
const ALLOWED = new RegExp(
  String.raw`${TIME}[^\d]{0,24}?(?:(?<first>\d{1,2})\s*${MINUTE}\s*\+\s*)?(?:(?<hours>${NUMBER})\s*${HOUR}(?:\s*(?:and|,|और)?\s*(?<rest>\d{1,2})\s*${MINUTE})?|(?<minutes>\d{2,3})\s*${MINUTE})`,
  'iu',
)
const READING = new RegExp(
  String.raw`(?<before>\d{1,2})\s*[-–]?\s*${MINUTE}[^.]{0,60}?(?:\bread(?:ing)?\b|पढ़ने|வாசிக்க|படித்து)|(?:\breading\s+time\b|படித்து\s*பார்க்க)[^\d]{0,20}(?<after>\d{1,2})\s*${MINUTE}`,
  'iu',
)
const MOST_READING = 30

/** Null where the page does not say it, or says what no exam allows. */
export function findTimeAllowed(page: string): TimeAllowed | null {
  const text = page.slice(0, HEAD).normalize('NFC').replace(/\s+/g, ' ')
  const groups = ALLOWED.exec(text)?.groups
  if (!groups) return null
  const minutes = groups.minutes
    ? Number(groups.minutes)
    : hoursIn(groups.hours ?? '') * 60 + Number(groups.rest ?? 0)
  if (!(minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES)) return null
  const { before, after } = READING.exec(page.normalize('NFC').replace(/\s+/g, ' '))?.groups ?? {}
  const reading = Number(groups.first ?? before ?? after ?? 0)
  return { minutes: Math.round(minutes), reading: reading <= MOST_READING ? reading : 0 }
}

/** "3", "2½", "3.00" and "1.30", which is an hour and a half, as Tamil Nadu's papers write it; "2.5" is two and a half. */
function hoursIn(text: string): number {
  const half = /(?:½|1\/2)\s*$/.test(text) ? 0.5 : 0
  const [whole = '', part = ''] = text.replace(/\s*(?:½|1\/2)\s*$/, '').split(/[.:]/)
  const hours = ONES[whole.toLowerCase()] ?? Number(whole)
  return hours + half + (part.length === 2 ? Number(part) / 60 : Number(part || 0) / 10)
}

/** Safe in the browser. `options` are the letters of a multiple choice, none for any other question. */
export type SittingQuestion = Pick<PaperQuestion, 'id' | 'number' | 'section' | 'marks'> & {
  areas: QuestionArea[]
  options: string
  /** Its beginning, for those who hear it. */
  text: string
  /** Those that are sure, as the reader's language names them; absent where none is. */
  chapters?: SatChapter[]
  /** Of a worksheet: the paper that it is of, with what names it there. */
  from?: SatOrigin & { question: string; number: string }
}

/** A paper without what is sat of it. */
export type SatOrigin = Omit<SittingPaper, 'questions' | 'time' | 'answers' | 'worksheet'>

export type SatChapter = Pick<NamedChapter, 'id' | 'name'>

/** An answer, in the pictures of its file, or of its own in a worksheet; `key` is the option that it says is right. */
export type SittingAnswer = Pick<SittingQuestion, 'areas' | 'text'> &
  Partial<Pick<SittingPaper, 'pages' | 'base'>> & { key?: string }

/** The file of answers as a sitting keeps it: pages, and each answer that is known by the id of its question. */
export type SittingAnswers = Pick<SittingPaper, 'pages' | 'base'> & { of: Record<string, SittingAnswer> }

/** A screen reader reads it whole before it comes to the answer. */
const LONGEST_TEXT = 600

/** A paper as it is sat: what a sitting keeps of it, so that it goes on where the paper is gone. */
export type SittingPaper = Pick<
  PublishedPaper,
  'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'link' | 'referenceLink'
> & {
  /** Null without a picture; page 1 is at `${base}/1-720.webp`. */
  pages: (PageSize | null)[]
  base: string
  /** Null where page 1 does not say it. */
  time: TimeAllowed | null
  questions: SittingQuestion[]
  /** Absent where there are none, or where their pages have no pictures. */
  answers?: SittingAnswers
  /** The address of the worksheet that it is; it has no pages but those of its questions, and no file. */
  worksheet?: string
}

/** A file of answers, and what was found in it. */
export type ReadAnswers = Pick<SittingPaper, 'pages' | 'base'> & {
  found: readonly Pick<PaperQuestion, 'id' | 'boxes' | 'text'>[]
}

type Read = Pick<SittingPaper, 'pages' | 'base'> & {
  answers?: ReadAnswers
  /** Papers kept before there were chapters have none. */
  questions: readonly (Omit<PaperQuestion, 'choices' | 'languages' | 'page' | 'parts' | 'place'> & {
    chapters?: NamedChapter[]
  })[]
  /** What page 1 says. */
  text: string
  /** Whose printing is shown of questions in several. */
  language: Language
}

export function sittingPaper(
  paper: PublishedPaper,
  { pages, base, questions, answers, text, language }: Read,
): SittingPaper {
  const { id, title, type, grade, subject, month, year, link, referenceLink } = paper
  return {
    ...{ id, title, type, grade, subject, month, year, link, referenceLink },
    ...{ pages, base },
    ...(answers?.pages.some(Boolean) && { answers: toAnswers(answers, questions, language) }),
    time: findTimeAllowed(text),
    questions: withOptionsOfLikes(questions.map((each) => questionOf(each, type, language))),
  }
}

export function questionOf(
  { id, number, section, marks, boxes, text, chapters = [] }: Read['questions'][number],
  type: SittingPaper['type'],
  language: Language,
): SittingQuestion {
  const sure = chapters.flatMap(({ id, name, isSure }) => (isSure ? { id, name } : []))
  const mayChoose = marks === null || marks === 1 || EXAMS_OF_CHOICES.includes(type)
  return {
    ...{ id, number, section, marks, areas: areasFor(boxes, language) },
    options: mayChoose ? optionsIn(text) : '',
    text: shortened(text),
    ...(sure.length > 0 && { chapters: sure }),
  }
}

/** Those of questions of the paper. */
function toAnswers(
  { pages, base, found }: ReadAnswers,
  questions: Read['questions'],
  language: Language,
): SittingAnswers {
  const questionIds = new Set(questions.map(({ id }) => id))
  const of = found
    .filter(({ id }) => questionIds.has(id))
    .map((answer) => [answer.id, answerOf(answer, language)])
  return { pages, base, of: Object.fromEntries(of) }
}

export function answerOf(
  { boxes, text }: Pick<PaperQuestion, 'boxes' | 'text'>,
  language: Language,
): SittingAnswer {
  const key = keyIn(text)
  return { areas: areasFor(boxes, language), text: shortened(text), ...(key && { key }) }
}

/** After the number and words such as "Ans": an option in brackets, or a letter alone. */
const KEY =
  /^(?:(?:ans(?:wer)?|sol(?:ution|n)?|correct|option|key|right|is|उत्तर|விடை|Q)(?!\p{L})(?: ?[.:=–-]+)? ?|\d{1,3}(?: ?[.):–-]+ ?| |$))*(?:[([] ?(?<within>[A-D1-4]) ?[)\]]|(?<letter>[A-D])(?= ?[).:]| \d|$))/iu
/** Of an answer, in UTF-16 units: the option comes first. */
const BEGINNING = 80
const OTHER_OPTION = /(?:^|\s)[([]\s*[A-D]\s*[)\]]/giu

/** The option that the answer to a multiple choice says is right, "A" to "D"; null where it does not begin with one alone. */
export function keyIn(text: string): string | null {
  const beginning = text.replace(/\s+/g, ' ').trim().slice(0, BEGINNING)
  const match = KEY.exec(beginning)
  const option = (match?.groups?.within ?? match?.groups?.letter)?.toUpperCase()
  if (!match || !option) return null
  // "(a) 12 (b) 13": parts, or the options again.
  if (beginning.slice(match[0].length).match(OTHER_OPTION)) return null
  return /\d/.test(option) ? (LETTERS[Number(option) - 1] ?? null) : option
}

/** In the reader's language, else in the one that is printed first. */
function areasFor(boxes: PaperQuestion['boxes'], language: Language): QuestionArea[] {
  const matching = boxes.find((box) => box.language === language) ?? boxes[0]
  return boxes
    .filter((box) => box.language === matching?.language)
    .map(({ language: _, isPassage: __, ...area }) => area)
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)} …` : line
}

/** Their multiple choices are of four marks. */
const EXAMS_OF_CHOICES: readonly string[] = ['jee', 'neet']

/** Where most of a section of equal marks are multiple choices all are: of some the options were not read. */
export function withOptionsOfLikes(questions: SittingQuestion[]): SittingQuestion[] {
  return questions.map((question) => {
    const { section, marks } = question
    if (question.options !== '' || marks === null) return question
    const likes = questions.filter((each) => each.section === section && each.marks === marks)
    const isMost = likes.filter(({ options }) => options !== '').length * 2 > likes.length
    return isMost ? { ...question, options: LETTERS } : question
  })
}

/** The picture of a page, 720 pixels wide. */
export function pictureOf({ base, pages }: Pick<SittingPaper, 'base' | 'pages'>, page: number): string {
  return `${base}/${pageName(page, pages[page - 1]?.turn)}-720.webp`
}

/** Where a paper, or a worksheet in its set, is sat. */
export function sitPath({ id, worksheet }: Pick<SittingPaper, 'id' | 'worksheet'>): string {
  return worksheet?.replace(/(?=\?|$)/, '/sit') ?? `/papers/${id}/sit`
}

/** A question of a worksheet with its own paper, number and name there; any other as it is. */
export function originOf(paper: SittingPaper, question: SittingQuestion) {
  const { from, ...rest } = question
  if (!from) {
    const { questions: _, time: __, answers: ___, worksheet: ____, ...origin } = paper
    return { paper: origin, question: rest }
  }
  const { question: id, number, ...origin } = from
  return { paper: origin, question: { ...rest, id, number } }
}

/** The sizes of those pages alone on which something is. */
export function pagesWith(pages: SittingPaper['pages'], { areas }: Pick<SittingQuestion, 'areas'>) {
  return pages.map((size, at) => (areas.some(({ page }) => page === at + 1) ? size : null))
}

/** Whether what is stored, or comes in a file, can be shown as a paper: its addresses are of this site. */
export function isSatPaper(stored: unknown): stored is Omit<SittingPaper, 'questions' | 'time'> {
  const paper = (stored ?? {}) as Record<string, unknown>
  return (
    ['id', 'title', 'type', 'grade', 'subject', 'month'].every((name) => typeof paper[name] === 'string') &&
    Number.isInteger(paper.year) &&
    (/^\/files\//.test(String(paper.link)) || /^\/worksheet\/[\w-]+(\?|$)/.test(String(paper.worksheet))) &&
    (paper.worksheet === undefined || paper.link === '') &&
    /^(\/papers\/|$)/.test(String(paper.base)) &&
    (paper.referenceLink == null || /^(https?:\/\/|\/files\/)/.test(String(paper.referenceLink))) &&
    Array.isArray(paper.pages) &&
    (paper.answers === undefined || areSatAnswers(paper.answers))
  )
}

function areSatAnswers(stored: unknown): boolean {
  const { base, pages, of } = (stored ?? {}) as Partial<SittingAnswers>
  return (
    /^(\/papers\/|$)/.test(String(base)) &&
    Array.isArray(pages) &&
    typeof of === 'object' &&
    of !== null &&
    Object.values(of).every(isSatAnswer)
  )
}

export function isSatAnswer(stored: unknown): stored is SittingAnswer {
  const { areas, text, pages = [], base = '' } = (stored ?? {}) as Partial<SittingAnswer>
  return (
    Array.isArray(areas) &&
    typeof text === 'string' &&
    Array.isArray(pages) &&
    /^(\/papers\/|$)/.test(String(base))
  )
}

export function isSatQuestion(stored: unknown): stored is SittingQuestion {
  const { areas, marks, chapters = [], from, ...question } = (stored ?? {}) as Record<string, unknown>
  return (
    (from === undefined || isOrigin(from)) &&
    Array.isArray(chapters) &&
    chapters.every((each) => typeof each?.id === 'string' && typeof each.name === 'string') &&
    ['id', 'number', 'options', 'text'].every((name) => typeof question[name] === 'string') &&
    (marks === null || typeof marks === 'number') &&
    Array.isArray(areas)
  )
}

function isOrigin(stored: unknown): boolean {
  const { question, number, worksheet } = (stored ?? {}) as Record<string, unknown>
  const isNamed = typeof question === 'string' && typeof number === 'string' && worksheet === undefined
  return isNamed && isSatPaper(stored)
}
