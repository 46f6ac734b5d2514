import type { CsvTarget } from '#domain/desk-list/papers-csv.ts'
import type { FieldName } from '#domain/paper/paper-fields.ts'
import { CsvImport, type ReadyRow } from '../csv/csv-import.tsx'
import { present } from './next-step.ts'
import { useInboxPlace } from './use-inbox.ts'

/** Fields of the files in the inbox, by the names of the files; saved as if they were typed. */
export function InboxCsv() {
  const { inbox, now } = useInboxPlace()

  async function find() {
    const targets = present(inbox.read()).map(({ uploadId: id, name, fields }): [string, CsvTarget] => [
      name.toLowerCase(),
      { id, title: name, fields },
    ])
    return new Map(
      [...Map.groupBy(targets, ([name]) => name)].map(([name, found]) => [name, found.map(([, one]) => one)]),
    )
  }

  async function apply(rows: ReadyRow[]) {
    // Files that get the same value get it together: each event makes the inbox anew.
    const given = Map.groupBy(
      rows.flatMap(({ target: { id }, changes }) => changes.map(({ name, to }) => ({ id, name, to }))),
      ({ name, to }) => JSON.stringify([name, to]),
    )
    for (const [said, alike] of given) {
      const [name, value] = JSON.parse(said) as [FieldName, string]
      inbox.dispatch({ kind: 'typed', ids: alike.map(({ id }) => id), name, value })
    }
    return { done: rows, failed: [] }
  }

  return (
    <CsvImport
      by="file"
      now={now}
      find={find}
      apply={apply}
      trigger="Fields from a CSV"
      explanation="One row for each file, with its name in the column “File name”. Other columns are called as the fields are: Title, Degree, Subject, Month, Year … An empty cell leaves a field as it is."
    />
  )
}
