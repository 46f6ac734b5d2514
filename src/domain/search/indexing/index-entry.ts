import type { PaperRow } from '#database/schema.ts'
import { factsOf } from '#domain/paper/facts.ts'
import type { Grade, PaperType, Subject } from '#domain/paper/paper.ts'
import { type Apart, describeApart, unsaidParts } from '#domain/paper/variant.ts'
import type { SearchEntry } from '#domain/search/search-index.ts'
import { searchWords } from '#domain/search/understanding/query.ts'
import { setCodesIn, setOfCode } from '#domain/search/words/set-code.ts'

type Row = Pick<PaperRow, 'position' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'> &
  Pick<PaperRow, 'answersKey' | 'referenceLink'> &
  Partial<Apart>

/** A code tells the set, too: 65/2/3 is found as "set 3". `fileName` is the PDF's, which may have a set's code, too. */
export function entryOf(row: Row, fileName = ''): SearchEntry {
  const { title, type, grade, subject, month, year, board = '' } = row
  const said = describeApart(row).join(', ')
  const words = searchWords({
    title: [title, ...unsaidParts(said, title)].join(' '),
    month,
    year,
    board,
    type: type as PaperType,
    grade: grade as Grade,
    subject: subject as Subject,
  })
  const codes = [...new Set([...setCodesIn(title), ...setCodesIn(fileName)])]
  const set = /\bset\b/i.test(`${said} ${title}`) ? null : setOfCode(codes[0] ?? '')
  return { ...factsOf(row), ...words, words: set ? `${words.words} Set ${set}` : words.words, codes }
}
