import { setTimeout as wait } from 'node:timers/promises'
import { expectBytes, WrongBytes } from '#domain/file-checks/hashed-bytes.server.ts'
import { type BackupTarget, BLOBS, blobName, shaOf } from '../place/backup-target.ts'
import type { Blob } from './manifest.ts'

export type Open = () => Promise<AsyncIterable<Uint8Array> | null>
/** `missing`: there is nothing to read; `damaged`: what there is has other bytes. */
export type Stored = 'stored' | 'missing' | 'damaged'

/** The bytes of all backups, each under its SHA-256: what an earlier backup has is not copied again. */
export type Blobs = {
  /** `again` also where they are there already. */
  store(blob: Blob, open: Open, options?: { again?: boolean }): Promise<Stored>
}

/** `gently` rests after each copy for as long as it took, so that visitors have half of the disk at least. */
export async function openBlobs(target: BackupTarget, { gently = false } = {}): Promise<Blobs> {
  const there = new Map<string, number>()
  for await (const { name, size } of target.list(BLOBS)) {
    const sha256 = shaOf(name)
    if (sha256) there.set(sha256, size)
  }
  return {
    async store(blob, open, { again = false } = {}) {
      if (!again && there.get(blob.sha256) === blob.size) return 'stored'
      const begun = performance.now()
      const bytes = await open()
      if (!bytes) return 'missing'
      try {
        await target.put(blobName(blob.sha256), expectBytes(bytes, blob))
      } catch (error) {
        if (error instanceof WrongBytes) return 'damaged'
        throw error
      }
      there.set(blob.sha256, blob.size)
      if (gently) await wait(performance.now() - begun)
      return 'stored'
    },
  }
}
