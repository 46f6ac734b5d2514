import { pdfsInPortfolio } from '#web/routes/admin/files/check-file.ts'
import { putInFolder } from './dropped-files.ts'
import type { InboxRow } from './inbox-row.ts'
import type { InboxStore } from './inbox-store.ts'
import { fileOf, putInInbox } from './row-storage.ts'

/** The papers of a portfolio become rows of their own. Its own row is taken away once nothing is left in it. */
export async function takePapersOut(
  inbox: Pick<InboxStore, 'owner' | 'dispatch'>,
  { uploadId: id, name, folders = '' }: InboxRow,
): Promise<void> {
  const file = await fileOf(id).catch(() => null)
  const { pdfs, left } = (file && (await pdfsInPortfolio(file).catch(() => null))) || NOTHING
  const folder = [folders, name.replace(/\.pdf$/i, '')].filter(Boolean).join('/')
  await putInInbox(
    pdfs.map((pdf) => putInFolder(pdf, folder)),
    inbox.owner,
  )
  if (pdfs.length > 0 && left === 0) return inbox.dispatch({ kind: 'taken', ids: [id] })
  const out = pdfs.length === 0 ? 'No PDF' : pdfs.length === 1 ? 'One PDF' : `${pdfs.length} PDFs`
  const others = left === 0 ? '' : ` ${left} of its files ${left === 1 ? 'is' : 'are'} no PDF or too large.`
  const sentence = `${out} could be taken out of it here.${others} Open it in Acrobat Reader, save what is inside, and drop that here.`
  inbox.dispatch({ kind: 'failed', id, failure: { sentence, again: false } })
}

const NOTHING = { pdfs: [], left: 0 }
