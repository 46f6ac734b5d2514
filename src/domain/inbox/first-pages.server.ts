import type { App } from '#domain/app.ts'
import { selectPaperBy } from '#domain/lists/paper-store.server.ts'
import { insertFound } from '#domain/page-text/page-texts.server.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { selectRow, selectUnread, updateRow } from './store.server.ts'

/** `sureText` are the lines of the text that are hardly ever wrong. */
type FirstPage = { text: string; sureText: string; lines: TextLine[]; confidence: number }

/** Uploads whose page 1 waits to be recognised, the oldest first. */
export async function nextUnread(app: Pick<App, 'readDb'>, limit: number): Promise<string[]> {
  return await selectUnread(app.readDb, limit)
}

export async function isUnread(app: Pick<App, 'db'>, uploadId: string): Promise<boolean> {
  return (await selectRow(app.db, uploadId))?.recognition === 'waiting'
}

/** Every browser is then told the file's new hints; null where nothing could be read. Of a file that was published
 * meanwhile the paper has it. */
export async function keepFirstPage(
  app: Pick<App, 'db' | 'inbox'>,
  uploadId: string,
  read: FirstPage | null,
): Promise<void> {
  await app.inbox.withLock(uploadId, async () => {
    const row = await selectRow(app.db, uploadId)
    if (!row && read) await keepForPaper(app.db, uploadId, read)
    if (row?.recognition !== 'waiting') return
    await app.db.transaction().execute((tx) =>
      updateRow(tx, row, {
        recognition: read ? 'done' : 'failed',
        ...(read && { firstPageFound: foundOf(read) }),
        ...(read?.text && { firstPage: read.text, firstPageSure: read.sureText }),
      }),
    )
  })
}

async function keepForPaper(db: App['db'], uploadId: string, read: FirstPage) {
  const paper = await selectPaperBy(db, 'uploadId', uploadId)
  if (paper) await insertFound(db, paper.id, foundOf(read))
}

function foundOf({ text, lines, confidence }: FirstPage): string {
  return JSON.stringify({ text, lines, confidence })
}
