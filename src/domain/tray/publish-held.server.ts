import type { App } from '#domain/app.ts'
import type { Paper } from '#domain/catalogue/paper.ts'
import { findUpload, publishPaper, type Refusal } from '#domain/catalogue/publish.server.ts'
import { renewPaper } from '#domain/catalogue/renew.server.ts'
import type { PaperSubmission } from '#domain/catalogue/submission.ts'
import type { Author } from '#domain/journal/entry.ts'
import { forget, selectOwn } from './hold.server.ts'
import { findScriptsRemoved } from './scripts-removed.server.ts'

type Desk = Pick<App, 'db' | 'reader' | 'files' | 'tray' | 'search' | 'inspector' | 'clock' | 'log'>

/** The paper, and whether it was made now or by an earlier request. */
export type PublishedHeld = { paper: Paper; isNew: boolean }

const REPLACED_GONE: Refusal = {
  refused: 'paper-not-found',
  field: 'replace',
  sentence: 'The paper that this one was to replace is not published any more; publish this one beside it.',
}

/**
 * Publishes a file of the tray with its fields, as a new paper or in the place of the paper `replace`, and takes it off
 * the tray. Again it answers the same paper. Refused, or when a step throws, the file stays on the tray. `missing` when
 * neither the file nor a paper of this upload is there.
 */
export async function publishHeld(
  app: Desk,
  uploadId: string,
  submission: PaperSubmission,
  author: NonNullable<Author>,
  { replace }: { replace?: string } = {},
): Promise<PublishedHeld | Refusal | 'missing'> {
  return await app.tray.inTurn(uploadId, async () => {
    const row = await selectOwn(app, uploadId, author)
    const earlier = await findUpload(app, uploadId)
    if (earlier && 'refused' in earlier) return earlier
    if (earlier) {
      if (row) await forget(app, uploadId)
      return { paper: earlier, isNew: false }
    }
    const thumbnail = row && (await app.tray.picture(uploadId))
    if (!row || !thumbnail) return 'missing'
    const { originalName, size, md5, sha256, pages } = row
    const scriptsRemoved = (await findScriptsRemoved(app.db, [uploadId])).has(uploadId)
    const paper = await app.tray.lend(uploadId, async (path) => {
      const pdf = { path, originalName, size, md5, sha256, scriptsRemoved }
      const upload = { pdf, uploadId, judged: { pages, thumbnail } }
      if (replace === undefined) return await publishPaper(app, submission, upload, author)
      // Two files that are to take the place of one paper do so one after the other, each with its own fields.
      const renew = () => renewPaper(app, replace, submission, upload, author)
      return (await app.tray.inTurn(`paper ${replace}`, renew)) ?? REPLACED_GONE
    })
    if (!paper) return 'missing'
    if ('refused' in paper) return paper
    await forget(app, uploadId)
    return { paper, isNew: true }
  })
}
