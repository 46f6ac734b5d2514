import type { PaperRow } from '#database/schema.ts'
import { MONTHS } from '../paper/paper.ts'
import type { Fields } from './entry.ts'

export function journalFields(
  row: Pick<PaperRow, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'referenceLink'> &
    Partial<Pick<PaperRow, 'variant' | 'board'>>,
): Fields {
  const { title, type, grade, subject, month, year, referenceLink, variant, board } = row
  const named = { title, type, grade, subject, month: MONTHS[month - 1] ?? null, year, referenceLink }
  return { ...named, ...(variant && { variant }), ...(board && { board }) }
}
