import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'

/**
 * Does a part of a transaction that may fail alone. After an error that `mayFail` knows, whatever the part wrote is
 * undone, the transaction can go on, and the answer is false; any other error is thrown, for the transaction to end.
 */
export async function tryPart(
  tx: Database,
  mayFail: (error: unknown) => boolean,
  part: () => Promise<void>,
): Promise<boolean> {
  await sql`savepoint part`.execute(tx)
  const stands = await part().then(
    () => true,
    (error) => {
      if (!mayFail(error)) throw error
      return false
    },
  )
  if (!stands) await sql`rollback to part`.execute(tx)
  await sql`release part`.execute(tx)
  return stands
}
