import type { PaperRow } from '#database/schema.ts'
import { searchWords } from '#domain/search/query.ts'
import type { Facts, SearchEntry } from '#domain/search/search-index.ts'
import { setCodesIn } from '#domain/search/set-code.ts'
import type { Grade, PaperType, Subject } from './paper.ts'

type Row = Pick<PaperRow, 'position' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'> & {
  answersKey: string | null
  referenceLink: string | null
}

/** The index entry of a paper's row; `fileName` is what its PDF was called, where a set's code may stand as well. */
export function entryOf(row: Row, fileName = ''): SearchEntry {
  const { title, type, grade, subject, month, year } = row
  const words = searchWords({
    ...{ title, month, year },
    type: type as PaperType,
    grade: grade as Grade,
    subject: subject as Subject,
  })
  const codes = [...new Set([...setCodesIn(title), ...setCodesIn(fileName)])]
  return { ...factsOf(row), ...words, codes }
}

/** What the index knows of a paper besides its words. */
export function factsOf(row: Omit<Row, 'title'>): Facts {
  const { position, type, grade, subject, month, year } = row
  const answered = row.answersKey !== null || row.referenceLink !== null
  return { position, type, grade, subject, month, year, answered }
}
