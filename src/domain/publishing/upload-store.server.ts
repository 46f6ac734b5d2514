import type { Database } from '#database/schema.ts'

/** Notes which upload a published paper's file came with. */
export async function nameUpload(db: Database, id: string, uploadId: string): Promise<void> {
  await db.updateTable('papers').set({ uploadId }).where('id', '=', id).execute()
}
