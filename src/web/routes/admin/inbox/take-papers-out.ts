import { pdfsInPortfolio } from '#web/routes/admin/files/portfolio.ts'
import { putInFolder } from './dropped-files.ts'
import type { InboxRow } from './queue/inbox-row.ts'
import type { InboxStore } from './queue/inbox-store.ts'
import { fileOf, putInInbox } from './queue/row-storage.ts'

/** The papers of a portfolio become rows of their own, and its own row is taken away. */
export async function takePapersOut(
  inbox: Pick<InboxStore, 'owner' | 'dispatch'>,
  { uploadId: id, name, folders = '' }: InboxRow,
): Promise<void> {
  const file = await fileOf(id).catch(() => null)
  const pdfs = file ? await pdfsInPortfolio(file).catch(() => []) : []
  if (pdfs.length === 0) {
    const sentence =
      'No PDF could be taken out of it here. Open it in Acrobat Reader, save the papers inside, and drop them here.'
    return inbox.dispatch({ kind: 'failed', id, failure: { sentence, again: false } })
  }
  const folder = [folders, name.replace(/\.pdf$/i, '')].filter(Boolean).join('/')
  await putInInbox(
    pdfs.map((pdf) => putInFolder(pdf, folder)),
    inbox.owner,
  )
  inbox.dispatch({ kind: 'taken', ids: [id] })
}
