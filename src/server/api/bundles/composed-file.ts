import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { App } from '#domain/app.ts'
import type { BundledPaper } from '#domain/bundles/bundle.server.ts'
import type { PdfsMerged } from '#domain/files/inspect-pdf.ts'
import { withPaths } from '#server/folders/make-folder.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { writeStream } from '#server/uploading/write-file.ts'
import type { SentFile } from './sent-stream.ts'

/** Of copies of these papers. Unlinked before the first byte is sent: nothing stays behind. Null on abort; a sentence when not mergeable. */
export async function composedFile(
  app: Pick<App, 'files'>,
  quarantine: Quarantine,
  papers: readonly Pick<BundledPaper, 'paper' | 'fileKey'>[],
  signal: AbortSignal,
  compose: (copies: string[], to: string) => Promise<PdfsMerged>,
): Promise<SentFile | { refused: string } | null> {
  try {
    const merged = await withPaths(quarantine, async (newPath) => {
      const copies: string[] = []
      for (const { fileKey, paper } of papers) {
        signal.throwIfAborted()
        const bytes = await app.files.open(fileKey, undefined, paper)
        if (!bytes) throw new Error(`A file went away while it was copied: ${fileKey}`)
        const path = newPath()
        await writeStream(bytes, path, signal)
        copies.push(path)
      }
      const target = newPath()
      const outcome = await compose(copies, target)
      return outcome.merged ? await openToUnlink(target) : { refused: outcome.sentence }
    })
    // Looked at last: whoever waited for an aborted merge has gone and would not close its file.
    if (!signal.aborted || 'refused' in merged) return merged
    await merged.close()
    return null
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

async function openToUnlink(path: string): Promise<SentFile> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  return {
    length: size,
    begin: () => Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  }
}
