import type { Database, PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { examColumns } from '#domain/exam-sets/exam-of.ts'
import { ArchiveFault, type End, type Member, parseMember, TABLES } from './archive.ts'
import { insertRows } from './archive-store.server.ts'
import { ARCHIVED_TABLES, type ArchivedTable, columnsOf, type Row } from './archived-tables.ts'
import type { ImportedKeys } from './file-intake.server.ts'
import { createRowSum } from './row-sum.ts'

/** Of a table that older archives lack. */
const NO_ROWS = createRowSum([]).value()

/** Reads rows out of members, in the order of the tables, and inserts them in the caller's transaction. */
export function createRowIntake(
  tx: Database,
  { files }: Pick<App, 'files'>,
  { inserts, dropped }: { inserts: boolean; dropped: readonly string[] },
) {
  const keys: ImportedKeys = { stored: new Set(), waiting: new Set() }
  const sums = new Map(ARCHIVED_TABLES.map((table) => [table.name as string, createRowSum(columnsOf(table))]))

  function note(table: ArchivedTable, row: Row) {
    sums.get(table.name)?.add(row)
    if (table.name === 'storedFiles') keys.stored.add(String(row.fullPath))
    if (table.name === 'inbox') keys.waiting.add(String(row.uploadId))
  }

  /** With what this place has of its own, and what rows say of themselves already. */
  function completed({ name }: ArchivedTable): (row: Row) => Row {
    if (name === 'storedFiles') return (row) => ({ ...row, bucket: files.bucket })
    return name === 'papers'
      ? (row) => ({ ...row, ...examColumns(row as unknown as PaperRow) })
      : (row) => row
  }

  return {
    keys,
    async take(member: Member) {
      const table = tableOf(member)
      const lines = Buffer.from(member.bytes).toString('utf8').split('\n').slice(0, -1)
      const rows = lines.map((line) => parseMember(member.name, line, table.row) as Row)
      for (const row of rows) note(table, row)
      if (!inserts || dropped.includes(table.name)) return
      await insertRows(tx, table, rows.map(completed(table)))
    },
    /** Throws when the rows are not those that the end names. */
    requireWhole(last: End) {
      for (const [name, sum] of sums) {
        const { rows, sum: digest } = last.tables[name] ?? NO_ROWS
        const came = sum.value()
        if (came.rows !== rows || came.sum !== digest)
          throw new ArchiveFault(
            `${TABLES}${name} of the archive has ${came.rows} rows, and not the ${rows} that its end names.`,
          )
      }
    },
  }
}

function tableOf({ name }: Member): ArchivedTable {
  const table = ARCHIVED_TABLES.find((one) => name.startsWith(`${TABLES}${one.name}/`))
  if (!table) throw new ArchiveFault(`The archive has ${name}, which this version does not know.`)
  return table
}
