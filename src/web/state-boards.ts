import { STATES } from '#domain/paper/exams-and-subjects.ts'
import { typeLabel } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { unsaidParts } from '#domain/paper/variant.ts'
import { site } from '#site'

/** Whose board the centre's own State Board papers are of. */
export const OWN_STATE = site.stateBoard ?? 'Tamil Nadu'

export const OTHER_STATES: readonly string[] = STATES.filter((state) => state !== OWN_STATE)

/** "CBSE", "State Board", or "Bihar Board" where it is not the centre's own. */
export function boardLabel({ type, board }: Pick<Paper, 'type' | 'board'>): string {
  return board && board !== OWN_STATE ? `${board} Board` : typeLabel(type)
}

/** What tells a paper apart and its title does not say, another state's board included; '' for most papers. */
export function besidesTitle({ title, type, variant, board }: Paper): string {
  const other = board && board !== OWN_STATE ? boardLabel({ type, board }) : ''
  const told = [variant, other].filter(Boolean).join(', ')
  return told && unsaidParts(told, title).join(', ')
}
