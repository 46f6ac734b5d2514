import { typeLabel } from '#domain/paper/labels.ts'
import { BOARDS, EXAMS_WITHOUT_CLASSES, SCHOOL_GRADES } from '#domain/paper/paper.ts'

const AND = new Intl.ListFormat('en-GB')
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** "JEE, NEET and TNPSC", "CBSE or JEE". */
export function inWords(names: readonly string[], joined: 'and' | 'or' = 'and'): string {
  return (joined === 'and' ? AND : OR).format(names)
}

export const CLASSES_COVERED = `classes ${SCHOOL_GRADES.at(-1)}–${SCHOOL_GRADES[0]}`
export const BOARDS_COVERED = inWords(BOARDS.map(typeLabel))
export const EXAMS_COVERED = inWords(EXAMS_WITHOUT_CLASSES.map(typeLabel))
