import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import { isBroken } from './search-tables.ts'

/** Rolls a write back, and returns false, when it fails because the index is broken. */
export async function writeOrRollBack(db: Database, write: () => Promise<void>): Promise<boolean> {
  await sql`savepoint index_write`.execute(db)
  const stands = await write().then(
    () => true,
    (error) => {
      if (!isBroken(error)) throw error
      return false
    },
  )
  if (!stands) await sql`rollback to index_write`.execute(db)
  await sql`release index_write`.execute(db)
  return stands
}
