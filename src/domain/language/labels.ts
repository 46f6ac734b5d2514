import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import {
  ALL_SUBJECTS,
  examOf,
  type Grade,
  isOfWholeExam,
  MONTHS,
  type Month,
  type Paper,
  type PaperType,
  PREVIOUS_YEARS,
  type Subject,
} from '#domain/paper/paper.ts'
import { formatsOf, sizeLabel } from './formats.ts'
import type { Language } from './languages.ts'
import { describeMadeTitle, describeParts, stateName } from './made-titles.ts'
import { type Messages, messagesOf } from './messages.ts'

/** What papers are filed under and how many there are, in the words of a language. */
export type Labels = ReturnType<typeof makeLabels>

const made = new Map<Language, Labels>()

export function labelsOf(language: Language): Labels {
  const labels = made.get(language) ?? makeLabels(language)
  made.set(language, labels)
  return labels
}

function makeLabels(language: Language) {
  const m = messagesOf(language)
  const formats = formatsOf(language)
  /** Most numbers are small, and a list has hundreds of them. */
  const number = (count: number) => (count < 1_000 ? String(count) : formats.number(count))
  const type = (value: PaperType) => (value === 'state' ? m.exam_state() : typeLabel(value))
  const grade = (value: Grade) => (CLASSES[value] ?? classOf(value))(m)
  const subject = (value: Subject) => SUBJECTS[value]?.(m) ?? value
  const month = (value: Month) => formats.month(MONTHS.indexOf(value) + 1)
  /** "class 12", within a sentence or next to an exam. */
  const shortGrade = (value: Grade) =>
    value === PREVIOUS_YEARS ? m.class_previous_years_in_sentence() : m.class_in_sentence({ grade: value })
  const heading = (value: PaperType) => (value === 'state' ? m.exam_state_heading() : value.toUpperCase())
  const names = { m, grade, month }
  const title = (written: string) =>
    language === 'en' ? written : (describeMadeTitle(written, names) ?? written)
  const pages = (count: number) => m.count_pages({ count: number(count) })
  const labels = {
    number,
    type,
    grade,
    subject,
    month,
    pages,
    /** One that the site made of known words in this language, and any other as it was written. */
    title,
    /** For two lines of a card. */
    shortTitle: (written: string) => shortTitle(written, title),
    /** "Set 2, Bihar Board". */
    variant: (parts: string) => (language === 'en' ? parts : describeParts(parts, names)),
    /** The subject, or the exam where a paper is about all of them. */
    paperSubject: (paper: Pick<Paper, 'subject' | 'type'>) =>
      isOfWholeExam(paper)
        ? type(paper.type)
        : paper.subject === ALL_SUBJECTS
          ? m.paper_all_subjects()
          : subject(paper.subject),
    /** "2019, 2021 and 2023". */
    and: (parts: string[]) => formats.list(parts),
    monthOf: ({ month: of, year }: Pick<Paper, 'month' | 'year'>) => `${month(of)} ${year}`,
    /** As within a sentence: "CBSE class 12", "JEE previous years". */
    degree: (of: PaperType, value: Grade) => `${type(of)} ${shortGrade(value)}`,
    /** "12 STATE". */
    shelf: (of: PaperType, value: Grade) =>
      `${value === PREVIOUS_YEARS ? m.class_previous_years_heading() : m.class_in_heading({ grade: value })} ${heading(of)}`,
    /** "STATE 12", of a list's title. */
    listed: (of: PaperType, value: Grade | undefined) => {
      if (value === undefined) return heading(of)
      if (value === PREVIOUS_YEARS) return `${heading(of)} ${m.class_previous_years_in_sentence()}`
      return `${heading(of)} ${m.class_in_heading({ grade: value })}`
    },
    /** "12th State", "JEE". */
    shortDegree: (of: PaperType, value: Grade) => {
      const exam = of === 'state' ? m.exam_state_short() : (examOf(of).short ?? type(of))
      return value === PREVIOUS_YEARS ? type(of) : m.class_on_card({ grade: value, exam })
    },
    /** "PDF · 8 pages · 1.2 MB". */
    weight: (paper: Pick<Paper, 'pages' | 'size'>) =>
      `PDF · ${m.count_pages({ count: paper.pages })} · ${sizeLabel(paper.size)}`,
    views: (count: number) => m.count_views({ count: number(count) }),
    /** "1 paper", "1,204 papers", "More than 600 papers"; of a folded list "12 exams". */
    papers: (papers: number, more = false, { foldsSets }: PaperFilter = {}) => {
      const count = number(papers)
      if (foldsSets) return more ? m.count_exams_more({ count }) : m.count_exams({ count })
      return more ? m.count_papers_more({ count }) : m.count_papers({ count })
    },
    questions: (questions: number, more = false) =>
      more
        ? m.questions_count_more({ count: number(questions) })
        : m.questions_count({ count: number(questions) }),
    facet: (facet: Facet, value: string) => {
      if (facet === 'type') return type(value as PaperType)
      if (facet === 'grade') return grade(value as Grade)
      if (facet === 'answered') return m.answers_with()
      if (facet === 'month') return month(value as Month)
      if (facet === 'board') return stateName(value, m)
      return facet === 'subject' ? subject(value as Subject) : value
    },
    fullTitle: (paper: Parameters<typeof fullTitle>[0]) =>
      fullTitle(paper, ': ', { type, grade, subject, month, title }),
    list: (filter: PaperFilter) => listName(filter, m, { type, grade, subject, month }),
  }
  return labels
}

/** "CBSE Class 12 Physics 2024", "NEET Biology with answers"; without a filter, "All papers". */
function listName(
  filter: PaperFilter,
  m: Messages,
  say: Pick<Labels, 'type' | 'grade' | 'subject' | 'month'>,
) {
  const { type, grade, subject, month, year, answered, board } = filter
  // An exam's papers are all of previous years; to repeat it says nothing.
  const isExam = type !== undefined && grade === PREVIOUS_YEARS
  const exam = board ? m.title_board_of({ state: stateName(board, m) }) : type && say.type(type)
  const what = [exam, grade && !isExam && say.grade(grade)]
  if (subject && subject !== ALL_SUBJECTS) what.push(say.subject(subject))
  const list = [...what, month && say.month(month), year].filter(Boolean).join(' ')
  if (list === '') return answered ? m.list_name_all_answered() : m.list_name_all()
  if (what.some(Boolean)) return answered ? m.list_name_answered({ list }) : list
  return answered ? m.list_name_of_answered({ list }) : m.list_name_of({ list })
}

type Name = (m: Messages) => string

function classOf(grade: string): Name {
  return (m) => m.class_of_number({ grade })
}

/** A class, or a subject, that has no message yet is called as in the table of them. */
const CLASSES: Record<string, Name> = {
  '6': (m) => m.class_6(),
  '7': (m) => m.class_7(),
  '8': (m) => m.class_8(),
  '9': (m) => m.class_9(),
  '10': (m) => m.class_10(),
  '11': (m) => m.class_11(),
  '12': (m) => m.class_12(),
  [PREVIOUS_YEARS]: (m) => m.class_previous_years(),
}

const SUBJECTS: Record<string, Name> = {
  Mathematics: (m) => m.subject_mathematics(),
  Science: (m) => m.subject_science(),
  'Social Science': (m) => m.subject_social_science(),
  English: (m) => m.subject_english(),
  Tamil: (m) => m.subject_tamil(),
  'Business Maths': (m) => m.subject_business_maths(),
  Physics: (m) => m.subject_physics(),
  Chemistry: (m) => m.subject_chemistry(),
  Biology: (m) => m.subject_biology(),
  'Computer Science': (m) => m.subject_computer_science(),
  Accountancy: (m) => m.subject_accountancy(),
  Commerce: (m) => m.subject_commerce(),
  Economics: (m) => m.subject_economics(),
  History: (m) => m.subject_history(),
  Hindi: (m) => m.subject_hindi(),
  Sanskrit: (m) => m.subject_sanskrit(),
  Other: (m) => m.subject_other(),
  [ALL_SUBJECTS]: (m) => m.subject_all(),
}

export function typeLabel(type: PaperType): string {
  return examOf(type).label
}

export function gradeLabel(grade: Grade): string {
  return grade === PREVIOUS_YEARS ? 'Previous years' : `Class ${grade}`
}

/** Facts in one text: a line of them ends after a point, never between a number and what it counts. */
export function unbroken(facts: string): string {
  return facts.replaceAll(' ', '\u00a0').replaceAll('·\u00a0', '· ')
}

type Titled = Pick<Paper, 'title' | 'type' | 'grade' | 'subject' | 'year'> & { month: Month }

/** How a language calls what papers are filed under. */
type Names = {
  type: (type: PaperType) => string
  grade: (grade: Grade) => string
  subject: (subject: Subject) => string
  month: (month: Month) => string
  title: (title: string) => string
}
const ENGLISH: Names = {
  type: typeLabel,
  grade: gradeLabel,
  subject: (subject) => subject,
  month: (month) => month,
  title: (title) => title,
}

/** "CBSE Class 12 Mathematics, March 2024: Board paper, Set 1 (65/4/1)": for places where no heading says what the
 * title leaves out. What a title says itself is not said twice. */
export function fullTitle(
  { title, type, grade, subject, month, year }: Titled,
  between = ': ',
  names: Names = ENGLISH,
): string {
  const titleWords = new Set(wordsOf(title))
  const says = (text: string) => wordsOf(text).every((word) => titleWords.has(word))
  const roman = ROMAN[Number(grade) - 6]
  const saysClass = new RegExp(
    `(?:class|grade|std|standard)\\s*(?:${grade}(?!\\d)|${roman}\\b)|(?<!\\d)${grade}\\s?th`,
    'i',
  )
  const what = [
    !says(typeLabel(type)) && names.type(type),
    grade !== PREVIOUS_YEARS && !saysClass.test(title) && names.grade(grade),
    subject !== ALL_SUBJECTS && !says(subject) && !says(names.subject(subject)) && names.subject(subject),
  ]
  const facts = [what.filter(Boolean).join(' '), !says(String(year)) && `${names.month(month)} ${year}`]
  const before = facts.filter(Boolean).join(', ')
  return before ? before + between + names.title(title) : names.title(title)
}

const ROMAN = ['vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? []
}

export function titleLang(title: string): 'ta' | undefined {
  return /\p{Script=Tamil}/u.test(title) ? 'ta' : undefined
}

/** As many letters as are on two lines of a card. */
const TWO_LINES = 56
/** Tamil's are wider. */
const TWO_LINES_OF_TAMIL = 40
const TITLE_SHOWN = 66

/** Whether a title is written a size smaller, to be on two lines. */
export function isLongTitle(title: string): boolean {
  return title.length > (/\p{Script=Tamil}/u.test(title) ? TWO_LINES_OF_TAMIL : TWO_LINES)
}

/**
 * A title for two lines: of more than 56 letters without words that tell no paper from another, and if it still has
 * more than 66, by its beginning and its end, which tells it apart: cut at spaces, if it has any. `say` says it, or what is
 * left of it, in a language.
 */
export function shortTitle(title: string, say = (text: string) => text): string {
  const whole = say(title)
  if (whole.length <= TWO_LINES) return whole
  const telling = say(title.replace(/(?<=\S),? (?:board|practice|question) paper(?=[,:])/iu, ''))
  if (telling.length <= TITLE_SHOWN) return telling
  const [begin] = /^.{12,28}(?=\s)/su.exec(telling) ?? /^.{1,28}(?!\p{M})/su.exec(telling) ?? ['']
  const [end] = /(?<=\s).{8,24}$/su.exec(telling) ?? /(?!\p{M}).{1,24}$/su.exec(telling) ?? ['']
  return `${begin} … ${end}`
}
