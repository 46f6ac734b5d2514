import type { App } from '#domain/app.ts'
import { type ByteRange, isFileKey } from './file-store.ts'
import { selectFile } from './store.server.ts'
import type { StoredFile } from './stored-file.ts'

/** Null, too, for a text that cannot be a key, which is never looked up. */
export async function findFile(app: Pick<App, 'readDb'>, key: string): Promise<StoredFile | null> {
  return isFileKey(key) ? await selectFile(app.readDb, key) : null
}

export async function isFileThere(app: Pick<App, 'files'>, key: string): Promise<boolean> {
  const bytes = await app.files.open(key, { start: 0, end: 0 })
  await bytes?.cancel()
  return bytes !== null
}

/** Null when the bytes are missing, which is logged: a row without its file is a fault. */
export async function openFile(app: Pick<App, 'files' | 'log'>, file: StoredFile, range?: ByteRange) {
  const bytes = await app.files.open(file.fullPath, range)
  if (!bytes) app.log.error({ key: file.fullPath }, 'a paper needs a file that is not there')
  return bytes
}
