import { type FileHandle, open } from 'node:fs/promises'

/**
 * Brings what was committed onto the disk, in the thread pool: what `pragma synchronous = full` does at each commit
 * while everything else waits. The file stays the same for as long as the database is open.
 */
export function createWalSync(databasePath: string) {
  let file: Promise<FileHandle> | undefined
  return {
    /** Rejects when the disk refuses: what was committed may be gone after a power cut. */
    async sync(): Promise<void> {
      file ??= open(`${databasePath}-wal`, 'r')
      await (await file).datasync()
    },
    async close(): Promise<void> {
      await (await file)?.close()
    },
  }
}

export type WalSync = ReturnType<typeof createWalSync>
