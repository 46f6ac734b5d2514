import type { Database } from '#database/schema.ts'

/** Thrown by a compare-and-set that found its row changed since it was read. */
export class StaleRead extends Error {}

const TRIES = 5

/**
 * Runs a transaction that reads before it writes. When a write throws `StaleRead` because another connection has changed
 * meanwhile what was read, all of it is undone and run again on what there is now; the fifth time it is thrown.
 */
export async function retryStale<Result>(
  db: Database,
  transaction: (tx: Database) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(transaction)
    } catch (error) {
      if (!(error instanceof StaleRead) || tries === TRIES) throw error
    }
  }
}
