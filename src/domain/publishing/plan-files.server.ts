import { createHash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import { newFileKey, THUMBNAIL_FORMAT } from '#domain/files/file-key.ts'
import type { FileSource, ReceivedFile } from '#domain/files/file-store.ts'
import { describeStoredFile, type StoredFile } from '#domain/files/stored-file.ts'
import { fullTitleOf } from '#domain/lists/paper-store.server.ts'
import type { Hiding } from '../bin/hide.server.ts'

export type Upload = {
  pdf: ReceivedFile
  thumbnail?: ReceivedFile
  answers?: ReceivedFile
  /** The sender's key for this upload, for idempotency: a second request gets the paper of the first. */
  uploadId?: string
  sample?: boolean
  /** The result of an earlier inspection of this PDF, which is not repeated. */
  judged?: { pages: number; thumbnail: Uint8Array }
  /** Publishes it hidden. */
  hiding?: Hiding
  /** What the paper was on the site that it comes from. */
  moved?: MovedPaper
}

/** `formerPaths`: where its parts were stored; their addresses lead to the parts here. */
export type MovedPaper = {
  publishedAt: Date
  views: number
  formerPaths: readonly { part: Part; fullPath: string }[]
}

export type Part = 'file' | 'thumbnail' | 'answers'

export type PlannedFile = { source: FileSource; stored: StoredFile }

type Storage = Pick<App, 'files' | 'clock'>

export function planFiles(
  { files, clock }: Storage,
  folder: string,
  title: string,
  upload: Upload,
  thumbnail: Uint8Array,
) {
  const { publishedAt } = upload.moved ?? {}
  const app = { files, clock: publishedAt ? { ...clock, now: () => publishedAt } : clock }
  return {
    pdf: planPdf(app, 'file', folder, title, upload.pdf),
    answers: upload.answers && planPdf(app, 'answers', folder, title, upload.answers),
    thumbnail: planThumbnail(app, title, upload.pdf.originalName, thumbnail, upload.thumbnail?.originalName),
  }
}

export function planPdf(
  app: Storage,
  part: 'file' | 'answers',
  folder: string,
  title: string,
  file: ReceivedFile,
): PlannedFile {
  const storedAt = app.clock.now()
  return {
    source: { path: file.path },
    stored: describeStoredFile({
      bucket: app.files.bucket,
      fullPath: newFileKey(folder, file.originalName, 'pdf', storedAt),
      contentType: 'application/pdf',
      downloadName: downloadName(part, title),
      storedAt,
      size: file.size,
      md5Hash: file.md5,
      sha256: file.sha256,
      customMetadata: { ...file.customMetadata, originalName: file.originalName },
    }),
  }
}

/** `name` makes the key; `originalName` is that of a picture that was sent. */
export function planThumbnail(
  app: Storage,
  title: string,
  name: string,
  bytes: Uint8Array,
  originalName?: string,
): PlannedFile {
  const storedAt = app.clock.now()
  const digest = (kind: string) => createHash(kind).update(bytes)
  return {
    source: { bytes },
    stored: describeStoredFile({
      bucket: app.files.bucket,
      fullPath: newFileKey('thumbnail', name, THUMBNAIL_FORMAT.extension, storedAt),
      contentType: THUMBNAIL_FORMAT.contentType,
      downloadName: downloadName('thumbnail', title),
      storedAt,
      size: bytes.byteLength,
      md5Hash: digest('md5').digest('base64'),
      sha256: digest('sha256').digest('hex'),
      customMetadata: originalName === undefined ? {} : { originalName },
    }),
  }
}

/** A paper's title as the name of its files. */
export function fileTitle(row: Parameters<typeof fullTitleOf>[0]): string {
  return fullTitleOf(row, ' - ')
}

export function downloadName(part: Part, title: string): string {
  return {
    file: `${title}.pdf`,
    answers: `${title} (answers).pdf`,
    thumbnail: `${title}.${THUMBNAIL_FORMAT.extension}`,
  }[part]
}
