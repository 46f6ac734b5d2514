import type { App } from '#domain/app.ts'
import { selectRow, selectUnread, updateRow } from './store.server.ts'

/** Uploads whose page 1 waits to be recognised, the oldest first. */
export async function nextUnread(app: Pick<App, 'readDb'>, limit: number): Promise<string[]> {
  return await selectUnread(app.readDb, limit)
}

/** Every browser is then told the file's new hints. `sureText` are the sure lines; null where nothing could be read. */
export async function keepFirstPage(
  app: Pick<App, 'db' | 'inbox'>,
  uploadId: string,
  read: { text: string; sureText: string } | null,
): Promise<void> {
  await app.inbox.withLock(uploadId, async () => {
    const row = await selectRow(app.db, uploadId)
    if (row?.recognition !== 'waiting') return
    await app.db.transaction().execute((tx) =>
      updateRow(tx, row, {
        recognition: read ? 'done' : 'failed',
        ...(read?.text && { firstPage: read.text, firstPageSure: read.sureText }),
      }),
    )
  })
}
