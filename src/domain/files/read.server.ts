import type { App } from '#domain/app.ts'
import { type ByteRange, type FileFault, type FileRow, isFileDamaged, isFileKey } from './file-store.ts'
import { selectFile } from './store.server.ts'
import type { StoredFile } from './stored-file.ts'

/** Null, too, for a text that cannot be a key, which is never looked up. */
export async function findFile(app: Pick<App, 'readDb'>, key: string): Promise<StoredFile | null> {
  return isFileKey(key) ? await selectFile(app.readDb, key) : null
}

/** Whether there is a file of the size that its row says; a few bytes are read. */
export async function fileExists(app: Pick<App, 'files'>, key: string, row?: FileRow): Promise<boolean> {
  try {
    const bytes = await app.files.open(key, { start: 0, end: 0 }, row)
    await bytes?.cancel()
    return bytes !== null
  } catch (error) {
    if (isFileDamaged(error)) return false
    throw error
  }
}

/** A file that is not as its row says is logged, and checked soon. */
export async function openFile(
  app: Pick<App, 'files' | 'log' | 'checks'>,
  { fullPath: key, size, sha256 }: StoredFile,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array> | FileFault> {
  const refuse = (fault: FileFault, err?: unknown) => {
    app.log.error({ key, err }, `a paper needs a file that is ${fault}`)
    app.checks.doubt(key)
    return fault
  }
  try {
    const bytes = await app.files.open(key, range, { size, sha256 })
    if (!bytes) return refuse('missing')
    app.checks.opened(key)
    return bytes
  } catch (error) {
    if (isFileDamaged(error)) return refuse('damaged', error)
    throw error
  }
}
