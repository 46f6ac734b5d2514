import { createHash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import { newFileKey } from '#domain/files/file-key.ts'
import type { FileSource } from '#domain/files/file-store.ts'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import { describeStoredFile, type StoredFile } from '#domain/files/stored-file.ts'

export type Upload = {
  pdf: ReceivedFile
  thumbnail?: ReceivedFile
  answers?: ReceivedFile
  /** The sender's name for this upload: a second request with the same one gets the paper of the first. */
  uploadId?: string
  sample?: boolean
}

export type PlannedFile = { source: FileSource; stored: StoredFile }

/** Keys and metadata for the files of one paper, all stored at the same moment. `folder` is the degree's slug. */
export function planFiles(
  app: Pick<App, 'files' | 'clock'>,
  folder: string,
  title: string,
  upload: Upload,
  thumbnail: Uint8Array,
) {
  const storedAt = app.clock.now()
  const describe = (fullPath: string, contentType: string, downloadName: string, from: Digests) =>
    describeStoredFile({ bucket: app.files.bucket, fullPath, contentType, downloadName, storedAt, ...from })
  const planPdf = (file: ReceivedFile, name: string): PlannedFile => ({
    source: { path: file.path },
    stored: {
      ...describe(
        newFileKey(folder, file.originalName, 'pdf', storedAt),
        'application/pdf',
        `${name}.pdf`,
        digestsOf(file),
      ),
      customMetadata: { originalName: file.originalName },
    },
  })
  const thumbnailKey = newFileKey('thumbnail', upload.pdf.originalName, 'webp', storedAt)
  return {
    pdf: planPdf(upload.pdf, title),
    answers: upload.answers && planPdf(upload.answers, `${title} (answers)`),
    thumbnail: {
      source: { bytes: thumbnail },
      stored: describe(thumbnailKey, 'image/webp', `${title}.webp`, digestsOfBytes(thumbnail)),
    } satisfies PlannedFile,
  }
}

type Digests = { size: number; md5Hash: string; sha256: string }

function digestsOf(file: ReceivedFile): Digests {
  return { size: file.size, md5Hash: file.md5, sha256: file.sha256 }
}

function digestsOfBytes(bytes: Uint8Array): Digests {
  const digest = (name: string) => createHash(name).update(bytes)
  return {
    size: bytes.byteLength,
    md5Hash: digest('md5').digest('base64'),
    sha256: digest('sha256').digest('hex'),
  }
}
