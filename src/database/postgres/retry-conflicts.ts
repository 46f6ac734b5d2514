import type { Kysely } from 'kysely'
import { isConflict } from './mark-fault.ts'

const TRIES = 5

/** Runs a transaction again, five times at most, that PostgreSQL ended because another one was in its way. */
export function retryConflicts<Schema>(db: Kysely<Schema>): Kysely<Schema> {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async (run) => {
      for (let tries = 1; ; tries++) {
        try {
          return await execute(run)
        } catch (error) {
          if (!isConflict(error) || tries === TRIES) throw error
        }
      }
    }
    return builder
  }
  return db
}
