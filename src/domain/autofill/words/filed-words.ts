import { typeLabel } from '#domain/language/labels.ts'
import {
  MONTHS,
  monthHeld,
  OTHER_SUBJECT,
  PAPER_TYPES,
  type PaperType,
  SUBJECTS,
} from '#domain/paper/paper.ts'
import { SPELLINGS, type Spelling } from '#domain/paper/spellings.ts'
import type { Sense } from './sense.ts'

// "Other" is a word of many titles.
const NAMED_SUBJECTS = SUBJECTS.filter((subject) => subject !== OTHER_SUBJECT)

export const FILED_WORDS: [phrases: string, Sense][] = [
  ...NAMED_SUBJECTS.map((subject): [string, Sense] => [subject, { subject }]),
  ...PAPER_TYPES.map((board): [string, Sense] => [typeLabel(board), { board, exam: examOf(board) }]),
  ...MONTHS.map((month): [string, Sense] => [month, { month }]),
  ...SPELLINGS.flatMap(sensesOf),
]

function sensesOf({ words, named, unsure, ...meant }: Spelling): [string, Sense][] {
  const { subject, type, grade, month, lean } = meant
  const sense: Sense = { subject, board: type, grade, month, lean, exam: type && examOf(type) }
  return [
    [[words, named].filter(Boolean).join(', '), sense],
    [unsure ?? '', { ...sense, doubtful: true }],
  ]
}

function examOf(type: PaperType) {
  const month = monthHeld(type)
  return month && { label: '', month }
}
