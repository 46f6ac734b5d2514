import type { Month, PaperType, SchoolGrade, Subject } from '#domain/paper/paper.ts'
import type { VariantParts } from '#domain/paper/variant.ts'

/** `label` is for titles; `month` is when it is usually held, `lean` the board that calls it so. */
export type Exam = { label: string; month?: Month; lean?: PaperType }

/** Several may be set: "SSLC" is a board and a class. */
export type Sense = {
  subject?: Subject
  /** For a title, where it says more than the subject: "Mathematics (Basic)". */
  subjectName?: string
  /** 'other': a board whose papers the site does not keep. */
  board?: PaperType | 'other'
  boardName?: string
  /** The state whose board it is: "Bihar". */
  stateBoard?: string
  /** What tells it apart from others of its exam. */
  variant?: VariantParts
  grade?: SchoolGrade
  lean?: PaperType
  exam?: Exam
  month?: Month
  medium?: string
  answers?: string
  /** Makes a class of the number next to it; `lean` is of those who say it so. */
  classWord?: true
  /** The number after it is its own, not a class: "Chapter 10"; a title says both. */
  counts?: string
  /** The number before it is its own: "100 marks". */
  counted?: true
  /** From a camera, a scanner or a messenger: the file's date is not the paper's. */
  camera?: true
  /** Means this in a name; on a page it is a word like others. */
  nameOnly?: true
  small?: true
  /** Means nothing for the paper; `junk` is left out of a title too. */
  noise?: true
  junk?: true
  doubtful?: true
}
