import { STATES, type State } from './exams-and-subjects.ts'
import type { First } from './filters.ts'
import { SCHOOL_GRADES, type SchoolGrade } from './paper.ts'
import { MEDIUMS, type Medium } from './variant.ts'

/** What a visitor said of themselves: "Class 10, Tamil Nadu, Tamil medium". Safe in the browser. */
export type ClassPreference = { grade: SchoolGrade; board: 'cbse' | State; medium: Medium | '' }

/** "10.Tamil Nadu.Tamil"; null for what is none. */
export function readPreference(text: string): ClassPreference | null {
  const [grade, board, medium = '', ...more] = text.split('.')
  const said = {
    grade: SCHOOL_GRADES.find((each) => each === grade),
    board: (['cbse', ...STATES] as const).find((each) => each === board),
    medium: (['', ...MEDIUMS] as const).find((each) => each === medium),
  }
  const isWhole = said.grade && said.board && said.medium !== undefined && more.length === 0
  return isWhole ? (said as ClassPreference) : null
}

export function writePreference({ grade, board, medium }: ClassPreference): string {
  return `${grade}.${board}.${medium}`
}

/** Those that say the medium, then all of the class. */
export function preferredFirst({ grade, board, medium }: ClassPreference, ownState?: State): First {
  const ofBoard = board === 'cbse' ? { type: board } : { type: 'state' as const, board, ownState }
  const ofClass = { grade, ...ofBoard }
  return medium ? [{ ...ofClass, medium }, ofClass] : [ofClass]
}

/** Whether a paper is of the class and the board that were said. */
export function matchesPreference(
  paper: { type: string; grade: string; board: string },
  { grade, board }: ClassPreference,
  ownState: State,
): boolean {
  if (paper.grade !== grade) return false
  return board === 'cbse'
    ? paper.type === 'cbse'
    : paper.type === 'state' && (paper.board || ownState) === board
}
