import type { Database } from '#database/schema.ts'

export async function nameUpload(db: Database, id: string, uploadId: string): Promise<void> {
  await db.updateTable('papers').set({ uploadId }).where('id', '=', id).execute()
  await db.updateTable('binnedPapers').set({ uploadId }).where('id', '=', id).execute()
}
