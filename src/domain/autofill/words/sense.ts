import type { Month, PaperType, SchoolGrade, Subject } from '#domain/paper/paper.ts'

/** An exam by the name that a title gives it; `month` is when it is usually held, `lean` the board that calls it so. */
export type Exam = { label: string; month?: Month; lean?: PaperType }

/** What a phrase means. Several may be set: "SSLC" is a board and a class. */
export type Sense = {
  subject?: Subject
  /** How a title says it where it says more than the subject: "Mathematics (Basic)". */
  subjectName?: string
  /** 'other': a board whose papers the site does not keep. */
  board?: PaperType | 'other'
  boardName?: string
  grade?: SchoolGrade
  lean?: PaperType
  exam?: Exam
  month?: Month
  medium?: string
  /** What a title calls answers. */
  answers?: string
  /** Names a class when a number stands beside it; the lean of those who say it so. */
  classWord?: true
  /** A number after it is its own, not a class: "Chapter 10"; a title says both. */
  counts?: string
  /** A number before it is its own: "100 marks". */
  counted?: true
  /** From a camera, a scanner or a messenger: the file's date is not the paper's. */
  camera?: true
  /** Says so in a name; on a page it is a word like others. */
  nameOnly?: true
  /** Stands between words of every kind. */
  small?: true
  /** Means nothing for the paper; `junk` is left out of a title too. */
  noise?: true
  junk?: true
  doubtful?: true
}
