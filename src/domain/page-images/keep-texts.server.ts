import type { App } from '#domain/app.ts'
import type { TextRead } from '#domain/files/inspect-pdf.ts'
import { replaceTexts } from '#domain/page-text/page-texts.server.ts'
import { indexTexts, renewQuestions } from '#domain/search/indexing/index-papers.server.ts'
import { type DrawingJob, updateBegunJob } from './store.server.ts'

/** In one transaction with the index, which gets the text of all pages with the last of them. False when the file is
 * gone, or was queued again meanwhile. */
export async function keepTexts(
  app: Pick<App, 'db' | 'search' | 'clock'>,
  was: DrawingJob,
  read: TextRead[],
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const isLast = to >= was.pageCount
  const updatedAt = app.clock.now().toISOString()
  return await app.db.transaction().execute(async (tx) => {
    if (!(await updateBegunJob(tx, was, { textCount: to, tries: 0, fault: null, updatedAt }))) return false
    // The last deletes what an earlier reading found beyond the last page.
    await replaceTexts(tx, was.fileKey, { from, to: isLast ? Number.MAX_SAFE_INTEGER : to }, read)
    if (isLast) await indexTexts(tx, app, was.fileKey)
    if (isLast) await renewQuestions(tx, app, was.fileKey)
    return true
  })
}
