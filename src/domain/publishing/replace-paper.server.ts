import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import type { Author } from '#domain/journal/entry.ts'
import type { Refusal } from '#domain/paper/refusal.ts'
import type { Paper } from '../paper/paper.ts'
import type { PaperSubmission } from '../paper/submission.ts'
import { findUpload } from './publish.server.ts'
import { replaceFile, revisePaper } from './revise.server.ts'
import { nameUpload } from './upload-store.server.ts'

/** Replaces PDF and fields of a published paper; address and views stay, as do answers unless new ones come.
 * The upload is then that paper's. Can be repeated when cut short. Null when the paper is not published. */
export async function replacePaper(
  app: Pick<App, 'db' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>,
  id: string,
  submission: PaperSubmission,
  upload: { pdf: ReceivedFile; uploadId: string; judged: { pages: number; thumbnail: Uint8Array } },
  author: Author,
): Promise<Paper | Refusal | null> {
  const found = { accepted: true, text: '', ...upload.judged } as const
  const inspector = { ...app.inspector, inspectPdf: async () => found }
  const { year, referenceLink, ...fields } = submission
  const change = { ...fields, year: String(year), ...(referenceLink ? { referenceLink } : {}) }
  for (const step of [
    () => replaceFile({ ...app, inspector }, id, 'file', upload.pdf, author),
    () => revisePaper(app, id, change, author),
  ]) {
    const revision = await step()
    if (revision === 'missing') return null
    if ('refused' in revision) return revision
  }
  await nameUpload(app.db, id, upload.uploadId)
  return await findUpload(app, upload.uploadId)
}
