import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Refusal } from '#domain/paper/refusal.ts'
import type { PaperSubmission } from '#domain/paper/submission.ts'
import { findUpload, publishPaper } from '#domain/publishing/publish.server.ts'
import { replacePaper } from '#domain/publishing/replace-paper.server.ts'
import { describeHeld } from './describe-held.server.ts'
import { forget } from './hold.server.ts'
import type { InboxFile } from './inbox.ts'
import { selectHeld } from './store.server.ts'

type Desk = Pick<App, 'db' | 'readDb' | 'files' | 'inbox' | 'search' | 'inspector' | 'clock' | 'log'>

/** The paper, and whether it was made now or by an earlier request. */
export type PublishedHeld = { paper: Paper; isNew: boolean }
/** Somebody has changed the row after the version that the sender saw: the row as it is now. */
export type ChangedHeld = { changed: InboxFile }

const REPLACED_GONE: Refusal = {
  refused: 'paper-not-found',
  field: 'replace',
  sentence: 'The paper that this one was to replace is not published any more; publish this one beside it.',
}

/**
 * Publishes a file of the inbox with its fields, as a new paper or in the place of the paper `replace`, and takes it off
 * the inbox. Again it answers the same paper. Refused, when a step throws, or when the row is not `version` any more, the
 * file stays in the inbox. `missing` when neither the file nor a paper of this upload is there.
 */
export async function publishHeld(
  app: Desk,
  uploadId: string,
  submission: PaperSubmission,
  author: NonNullable<Author>,
  { replace, version }: { replace?: string; version?: number } = {},
): Promise<PublishedHeld | ChangedHeld | Refusal | 'missing'> {
  return await app.inbox.inTurn(uploadId, async () => {
    const row = await selectHeld(app.db, uploadId)
    const earlier = await findUpload(app, uploadId)
    if (earlier && 'refused' in earlier) return earlier
    if (earlier) {
      if (row) await forget(app, uploadId, { how: 'published', by: null, title: earlier.title })
      return { paper: earlier, isNew: false }
    }
    if (row && version !== undefined && row.version !== version) return { changed: describeHeld(app, row) }
    const thumbnail = row && (await app.inbox.picture(uploadId))
    if (!row || !thumbnail) return 'missing'
    const { originalName, size, md5, sha256, pages } = row
    const paper = await app.inbox.lend(uploadId, async (path) => {
      const pdf = { path, originalName, size, md5, sha256, scriptsRemoved: row.scriptsRemoved === 1 }
      const upload = { pdf, uploadId, judged: { pages, thumbnail } }
      if (replace === undefined) return await publishPaper(app, submission, upload, author)
      // Two files that are to take the place of one paper do so one after the other, each with its own fields.
      const renew = () => replacePaper(app, replace, submission, upload, author)
      return (await app.inbox.inTurn(`paper ${replace}`, renew)) ?? REPLACED_GONE
    })
    if (!paper) return 'missing'
    if ('refused' in paper) return paper
    await forget(app, uploadId, { how: 'published', by: author.email, title: paper.title })
    return { paper, isNew: true }
  })
}
