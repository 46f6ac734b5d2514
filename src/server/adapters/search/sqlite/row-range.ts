import { type RawBuilder, sql } from 'kysely'

/** Casts because numbers are bound as floats, with which FTS5 scans all rows instead of a range. */
export function within({ from, below }: { from: number; below: number }): RawBuilder<unknown> {
  return sql`rowid >= cast(${from} as integer) and rowid < cast(${below} as integer)`
}
