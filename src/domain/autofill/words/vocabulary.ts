import type { Month, PaperType, SchoolGrade, Subject } from '#domain/paper/paper.ts'
import { BOARD_WORDS, CLASS_WORDS } from './class-words.ts'
import { EXAM_WORDS } from './exam-words.ts'
import { FILED_WORDS } from './filed-words.ts'
import { SUBJECT_WORDS } from './subject-words.ts'
import { type Word, wordsOf } from './words.ts'

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
  grade?: SchoolGrade
  lean?: PaperType
  exam?: Exam
  month?: Month
  medium?: string
  answers?: string
  /** Makes a class of the number beside it; `lean` is of those who say it so. */
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

export type Found = { at: number; length: number; sense: Sense }

const PHRASES = new Map<string, Sense>()
const LONGEST = 6

/** The longest where several begin together; none overlaps another. */
export function sensesIn(words: Word[]): Found[] {
  if (PHRASES.size === 0) learn()
  const found: Found[] = []
  for (let at = 0; at < words.length; ) {
    const hit = longestAt(words, at)
    if (hit) found.push(hit)
    at += hit?.length ?? 1
  }
  return found
}

function longestAt(words: Word[], at: number): Found | undefined {
  let hit: Found | undefined
  let phrase = ''
  for (let length = 1; length <= LONGEST && at + length <= words.length; length++) {
    phrase += `${length > 1 ? ' ' : ''}${words[at + length - 1]?.text}`
    const sense = PHRASES.get(phrase)
    if (sense) hit = { at, length, sense }
  }
  return hit
}

function learn() {
  for (const list of [FILED_WORDS, SUBJECT_WORDS, BOARD_WORDS, CLASS_WORDS, EXAM_WORDS]) {
    for (const [phrases, sense] of list) {
      for (const phrase of phrases.split(', ')) PHRASES.set(asRead(phrase), sense)
    }
  }
}

/** As words are read out of a name: "+2" is two of them. */
function asRead(phrase: string) {
  return wordsOf(phrase.normalize('NFKC'))
    .map(({ text }) => text)
    .join(' ')
}
