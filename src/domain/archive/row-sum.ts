import { createHash } from 'node:crypto'
import type { TableSum } from './archive.ts'
import type { Row } from './archived-tables.ts'

const RANGE = 1n << 256n
/** Columns that older archives lack: they count where they hold something, so that the sums of those stay right. */
const ADDED = new Set(['keptSince'])

/** Adds up the digests of rows: equal for the same rows in any order, since engines sort text differently. */
export function createRowSum(columns: readonly string[]) {
  let rows = 0
  let sum = 0n
  return {
    add(row: Row) {
      const counted = columns.filter((name) => row[name] !== null || !ADDED.has(name))
      const digest = createHash('sha256').update(JSON.stringify(counted.map((name) => row[name])))
      sum = (sum + BigInt(`0x${digest.digest('hex')}`)) % RANGE
      rows += 1
    },
    value: (): TableSum => ({ rows, sum: sum.toString(16).padStart(64, '0') }),
  }
}
