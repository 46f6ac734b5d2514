import type { Database } from '#database/schema.ts'
import type { SequenceValues } from './archive.ts'

/** The engine's counters behind serial numbers, so that a number which was given once is never given again. */
export type Sequences = {
  read(db: Database): Promise<SequenceValues>
  /** The next number is one more than these. In a transaction that has inserted all rows. */
  set(db: Database, values: SequenceValues): Promise<void>
}
