import type { InboxRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Hiding } from '#domain/bin/hide.server.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import type { Author } from '#domain/journal/entry.ts'
import { insertFound } from '#domain/page-text/page-texts.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { PaperSubmission, Refusal } from '#domain/paper/submission.ts'
import { findUpload, publishPaper } from '#domain/publishing/publish.server.ts'
import { replacePaper } from '#domain/publishing/revise.server.ts'
import { describeFile, forget } from './add-file.server.ts'
import type { InboxFile } from './inbox.ts'
import { selectRow } from './store.server.ts'

type Needs = Pick<
  App,
  'db' | 'readDb' | 'files' | 'inbox' | 'search' | 'recogniser' | 'inspector' | 'clock' | 'log'
>

type PublishedFile = { paper: Paper; isNew: boolean }
/** The row as it is now: somebody changed it after the version that the sender saw. */
type ChangedFile = { changed: InboxFile }

const REPLACED_GONE: Refusal = {
  refused: 'paper-not-found',
  field: 'replace',
  sentence: 'The paper that this one was to replace is not published any more; publish this one as well.',
}

type Sent = { pdf?: ReceivedFile; thumbnail?: ReceivedFile }
type Publishing = { replace?: string; version?: number; unlocked?: boolean; hiding?: Hiding; sent?: Sent }

/** Publishes a file of the inbox (or `sent`, where it is not there), as a new paper or in place of `replace`.
 * Idempotent. A new paper may be `hiding`. `unlocked` stores a print-locked PDF without its lock. The file stays when a step fails, or when the row is not `version` any more. */
export async function publishFile(
  app: Needs,
  uploadId: string,
  submission: PaperSubmission,
  author: NonNullable<Author>,
  { replace, version, unlocked = false, hiding, sent = {} }: Publishing = {},
): Promise<PublishedFile | ChangedFile | Refusal | 'missing'> {
  return await app.inbox.withLock(uploadId, async () => {
    const row = await selectRow(app.db, uploadId)
    const earlier = await findUpload(app, uploadId)
    if (earlier && 'refused' in earlier) return earlier
    if (earlier) {
      if (row) await forget(app, uploadId, { how: 'published', by: null, title: earlier.title })
      return { paper: earlier, isNew: false }
    }
    if (row && version !== undefined && row.version !== version)
      return { changed: await describeFile(app, row) }
    const { pdf, thumbnail } = sent
    const picture = row && (await app.inbox.picture(uploadId))
    const published =
      row && picture
        ? await app.inbox.lend(uploadId, (path) => publishRow(app, row, { path, picture, thumbnail }))
        : pdf && (await publishSent(pdf, thumbnail))
    if (!published) return 'missing'
    if ('refused' in published) return published
    if (row?.firstPageFound) await insertFound(app.db, published.id, row.firstPageFound)
    if (row) await forget(app, uploadId, { how: 'published', by: author.email, title: published.title })
    return { paper: published, isNew: true }
  })

  async function stored(pdf: ReceivedFile) {
    return unlocked ? await unlockPdf(app, pdf) : pdf
  }

  async function publishSent(sent: ReceivedFile, thumbnail?: ReceivedFile) {
    const pdf = await stored(sent)
    const upload = { thumbnail, uploadId, hiding }
    return 'refused' in pdf ? pdf : await publishPaper(app, submission, { ...upload, pdf }, author)
  }

  async function publishRow(
    app: Needs,
    { originalName, size, md5, sha256, pages, scriptsRemoved }: InboxRow,
    { path, picture, thumbnail }: { path: string; picture: Uint8Array; thumbnail?: ReceivedFile },
  ) {
    const waiting = { path, originalName, size, md5, sha256, scriptsRemoved: scriptsRemoved === 1 }
    const pdf = await stored(waiting)
    if ('refused' in pdf) return pdf
    const upload = { pdf, thumbnail, uploadId, hiding, judged: { pages, thumbnail: picture } }
    if (replace === undefined) return await publishPaper(app, submission, upload, author)
    // Two files that are to replace one paper do so one after the other, each with its own fields.
    const renew = () => replacePaper(app, replace, submission, upload, author)
    return (await app.inbox.withLock(`paper ${replace}`, renew)) ?? REPLACED_GONE
  }
}

const LOCK_STAYS: Refusal = {
  refused: 'lock-stays',
  field: 'file',
  sentence: 'This PDF could not be written without its lock; nothing was changed. Publish it as it is.',
}

/** Rewrites a PDF whose printing is locked, so that it is not; refused, the file is as it was. */
async function unlockPdf(
  { inspector }: Pick<App, 'inspector'>,
  file: ReceivedFile,
): Promise<ReceivedFile | Refusal> {
  const found = await inspector.inspectPdf(file.path)
  // Nothing is locked, or the file is refused as always.
  if (!found.accepted || !found.isLocked) return file
  const result = await inspector.removeLock(file.path)
  if ('removed' in result) {
    const { size, md5, sha256 } = result
    return { ...file, size, md5, sha256, lockRemoved: true }
  }
  if (result.reason !== 'interrupted') return LOCK_STAYS
  return { refused: result.reason, field: 'file', sentence: result.sentence }
}
