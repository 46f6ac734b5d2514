import type { Database, ReadDatabase } from '#database/schema.ts'

/** Whether pages have been rendered or recognised since visitors' cached pages last became stale by that. */
export async function isContentPending(readDb: ReadDatabase): Promise<boolean> {
  const row = await readDb.selectFrom('contentVersion').select('pending').executeTakeFirst()
  return row?.pending === 1
}

/** Notes that cached pages have become stale; `publishPending` lets them be made again. Last in its transaction: all wait for this row. */
export async function notePending(tx: Database): Promise<void> {
  await tx.updateTable('contentVersion').set({ pending: 1 }).where('pending', '=', 0).execute()
}

/** Lets cached pages be made again, in the background, for all that was rendered and recognised meanwhile. */
export async function publishPending(db: Database): Promise<void> {
  await db
    .updateTable('contentVersion')
    .set((eb) => ({ prepared: eb('prepared', '+', 1), pending: 0 }))
    .where('pending', '=', 1)
    .execute()
}

/** Lets every cached page be made again, as a change of a paper does. */
export async function renewContent(db: Database): Promise<void> {
  await db
    .updateTable('contentVersion')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}
