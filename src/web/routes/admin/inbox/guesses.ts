import type { Told } from '#domain/autofill/hints.ts'
import type { FieldName } from '#domain/paper/form-fields.ts'
import { VARIANT_FIELD_NAMES } from '#domain/paper/paper-fields.ts'
import { doubtfulOf, type InboxRow } from './inbox-row.ts'

export type Guess = { id: string; file: string; value: string; told: Told | undefined }
/** Files for which the same was guessed; `isDateOnly`: the day on which the PDF was made is all that says it. */
export type GuessGroup = {
  key: string
  field: FieldName
  value: string
  isDateOnly: boolean
  guesses: Guess[]
}

const ORDER: FieldName[] = [
  'year',
  'month',
  'degree',
  'subject',
  ...VARIANT_FIELD_NAMES.toReversed(),
  'title',
]

/** What is doubtful in these rows by field and value, the largest group of a field first, titles in one group; what only a
 * PDF's date says is apart. */
export function groupGuesses(rows: InboxRow[]): GuessGroup[] {
  const groups = new Map<string, GuessGroup>()
  for (const row of rows) {
    for (const field of doubtfulOf(row)) {
      const told = row.told?.[field]
      const isDateOnly = told?.by === 'made'
      const value = row.fields[field]
      if (value === '') continue
      const key = [field, field === 'title' ? '' : value, isDateOnly].join('|')
      const group = groups.get(key) ?? { key, field, value, isDateOnly, guesses: [] }
      group.guesses.push({ id: row.uploadId, file: row.name, value, told })
      groups.set(key, group)
    }
  }
  return [...groups.values()].sort(
    (one, other) =>
      ORDER.indexOf(one.field) - ORDER.indexOf(other.field) || other.guesses.length - one.guesses.length,
  )
}

/** "page 1: “MARCH 2022”", as it is said next to the value. */
export function describeEvidence({ by, words }: Told): string {
  const quoted = `“${words}”`
  return {
    name: 'in the file’s name',
    page: `page 1: ${quoted}`,
    folder: `folder ${quoted}`,
    code: `code ${words}`,
    series: `page 1: ${quoted}`,
    made: `from the day the PDF was made, ${words}`,
    usual: `not said, but usual for ${quoted}`,
    guess: `guessed from ${quoted}`,
  }[by]
}
