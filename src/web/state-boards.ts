import type { PublicCentre } from '#domain/centre/centre.ts'
import { typeLabel } from '#domain/language/labels.ts'
import { DEFAULT_STATE, type State } from '#domain/paper/exams-and-subjects.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { describeVariantFields } from '#domain/paper/paper-fields.ts'
import { unsaidParts } from '#domain/paper/variant.ts'

/** Whose board the centre's own State Board papers are of. */
export function ownState({ stateBoard }: Pick<PublicCentre, 'stateBoard'>): State {
  return stateBoard ?? DEFAULT_STATE
}

/** "CBSE", "State Board", or "Bihar Board" where it is not the centre's own. */
export function boardLabel({ type, board }: Pick<Paper, 'type' | 'board'>, own: string): string {
  return board && board !== own ? `${board} Board` : typeLabel(type)
}

/** What tells a paper apart and its title does not say, another state's board included; '' for most papers. */
export function variantOutsideTitle(paper: Paper, own: string): string {
  const told = describeVariantFields({ ...paper, ...(paper.board === own && { board: '' }) }).join(', ')
  return told && unsaidParts(told, paper.title).join(', ')
}
