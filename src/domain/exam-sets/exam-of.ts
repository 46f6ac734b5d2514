import { setCodesIn, setOfCode } from '#domain/search/words/set-code.ts'
import type { Paper } from '../paper/paper.ts'
import { type ApartName, describeApart, readVariant, writeVariant } from '../paper/variant.ts'

type Told = Pick<Paper, 'title' | 'year' | ApartName> & {
  type: string
  grade: string
  subject: string
  /** From 1. */
  month: number
}

/** As the table of papers keeps it: '' for a paper that is no set. */
export function examColumns(paper: Told): { exam: string; examSet: string } {
  const set = setOf(paper)
  return set === null ? { exam: '', examSet: '' } : { exam: examOf(paper), examSet: toSortable(set) }
}

/** "2" of a paper that is one set of several, as its variant, title or code says; null for others. */
export function setOf({ variant, title }: Pick<Paper, 'variant' | 'title'>): string | null {
  const said = readVariant(variant).set ?? /\bset[\s-]?(?:\d{1,2}|[a-d])\b/i.exec(title)?.[0]
  if (said) return said.replace(/^set[\s-]?/i, '').toUpperCase()
  return setOfCode(codeOf(title) ?? '')
}

/** The same for all sets of one exam: what it is filed under, its variant but for the set, and the series of its code. */
export function examOf(paper: Told): string {
  const { type, grade, subject, month, year, board } = paper
  const medium = describeApart({ medium: paper.medium })[0]
  const variant = writeVariant({ ...readVariant(paper.variant), ...(medium && { medium }), set: undefined })
  const series = codeOf(paper.title)?.split('/').slice(0, -1) ?? []
  return JSON.stringify([type, grade, subject, month, year, board, variant, series])
}

/** "02" before "10", and both before "A". */
function toSortable(set: string): string {
  return set.replace(/\d+/, (number) => number.padStart(2, '0'))
}

/** The set as chips show it. */
export function shownSet(examSet: string): string {
  return examSet.replace(/^0+(?=.)/, '')
}

function codeOf(title: string): string | undefined {
  return setCodesIn(title)[0]
}
