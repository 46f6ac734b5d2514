import { type RawBuilder, sql } from 'kysely'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { ALL_ROWS, rowsOf } from '../row-numbers.ts'

export const NOTHING = '""'

/** An element of the array that a statement for many questions reads. */
export function bulkAsk(
  match: string | null,
  filter: PaperFilter,
): [match: string, from: number, below: number] {
  const { from, below } = rowsOf(filter) ?? ALL_ROWS
  return [match ?? NOTHING, from, below]
}

/** Matches the current element of `json_each(…) as asked`. */
export function asksOf(table: 'paper_search' | 'page_search' | 'question_search'): RawBuilder<unknown> {
  return sql`${sql.ref(table)} match asked.value ->> 0
    and rowid >= asked.value ->> 1 and rowid < asked.value ->> 2`
}
