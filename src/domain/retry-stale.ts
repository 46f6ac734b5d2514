import type { Database } from '#database/schema.ts'

/** Thrown by a compare-and-set that found its row changed since it was read. */
export class StaleRead extends Error {}

const TRIES = 5

/** Reruns a transaction on `StaleRead`, since another connection changed what it read; five times at most. */
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
