import type { PaperRow } from '#database/schema.ts'
import { MONTHS } from '../paper/paper.ts'
import type { Fields } from './entry.ts'

export function journalFields(
  row: Pick<PaperRow, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'referenceLink'>,
): Fields {
  const { title, type, grade, subject, month, year, referenceLink } = row
  return { title, type, grade, subject, month: MONTHS[month - 1] ?? null, year, referenceLink }
}
