import type { Database, Reader, TrayRow } from '#database/schema.ts'

/** Adds a file to the tray. */
export async function insertHeld(db: Database, row: TrayRow): Promise<void> {
  await db.insertInto('tray').values(row).execute()
}

/** One file of the tray, whoever sent it, or null. */
export async function selectHeld(reader: Reader, uploadId: string): Promise<TrayRow | null> {
  const row = await reader.selectFrom('tray').selectAll().where('uploadId', '=', uploadId).executeTakeFirst()
  return row ?? null
}

/** An administrator's files in the order in which they came, at most `limit`. */
export async function selectHeldBy(
  reader: Reader,
  administratorId: string,
  limit: number,
): Promise<TrayRow[]> {
  return await reader
    .selectFrom('tray')
    .selectAll()
    .where('administratorId', '=', administratorId)
    .orderBy('arrivedAt')
    .orderBy('uploadId')
    .limit(limit)
    .execute()
}

/** How many files of an administrator lie on the tray. */
export async function countHeldBy(reader: Reader, administratorId: string): Promise<number> {
  const { held } = await reader
    .selectFrom('tray')
    .select((row) => row.fn.countAll<number>().as('held'))
    .where('administratorId', '=', administratorId)
    .executeTakeFirstOrThrow()
  return held
}

/** Takes a file off the tray; false when it was not there. */
export async function deleteHeld(db: Database, uploadId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tray')
    .where('uploadId', '=', uploadId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The names of all files of the tray. */
export async function selectAllHeld(reader: Reader): Promise<string[]> {
  return (await reader.selectFrom('tray').select('uploadId').execute()).map((row) => row.uploadId)
}
