import { makeZip, predictLength } from 'client-zip'
import type { App } from '#domain/app.ts'
import type { Bundle } from '#domain/bundles/bundle.server.ts'
import type { SentFile } from './sent-stream.ts'

const LIST_NAME = 'papers.txt'

/** A zip of known length, made while it is read, one file open at a time. PDFs are stored, as they do not shrink. */
export function zipOf(
  app: Pick<App, 'files' | 'clock'>,
  { papers }: Pick<Bundle, 'papers'>,
  list: string,
): SentFile {
  const lastModified = app.clock.now()
  const text = new TextEncoder().encode(list)
  const sizes = papers.map(({ name, paper }) => ({ name, size: paper.size }))
  let open: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isClosed = false
  async function* entries() {
    for (const { fileKey, name, paper } of papers) {
      const bytes = await app.files.open(fileKey, undefined, paper)
      if (!bytes) throw new Error(`A file went away while it was packed: ${fileKey}`)
      open = bytes.getReader()
      if (isClosed) return await open.cancel()
      yield { name, input: exactly(open, paper.size, fileKey), lastModified }
    }
    yield { name: LIST_NAME, input: text, lastModified }
  }
  return {
    length: Number(predictLength([...sizes, { name: LIST_NAME, size: text.length }])),
    begin: () => makeZip(entries()),
    // client-zip stops reading when its reader cancels, but leaves the file open.
    async close() {
      isClosed = true
      await open?.cancel().catch(() => {})
    },
  }
}

/** Throws unless the file has the promised size: a download of another length would look broken. */
async function* exactly(file: ReadableStreamDefaultReader<Uint8Array>, size: number, key: string) {
  let sent = 0
  for (;;) {
    const { done, value } = await file.read()
    if (done) break
    sent += value.length
    if (sent > size) break
    yield value
  }
  if (sent !== size) throw new Error(`A file is not as long as recorded: ${key}`)
}
