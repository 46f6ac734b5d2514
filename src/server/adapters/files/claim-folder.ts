import { link, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '#domain/files/file-store.ts'
import type { InboxFileStore } from '#domain/inbox/inbox-file-store.ts'
import { type ClaimedPlace, MARKER, parseMarker } from './claim-store.ts'
import { isMissing, syncFile, writeNew } from './durable.ts'
import { hiddenPath } from './hidden-drafts.ts'

/** A folder of files, and the inbox of the same site, as a place to be claimed. */
export function claimedFolder(
  dir: string,
  dataDir: string,
  { files, inbox }: { files: FileStore; inbox: InboxFileStore },
): ClaimedPlace {
  const path = join(dir, MARKER)
  return {
    setting: dir === join(dataDir, 'files') ? 'DATA_DIR' : 'FILES_URL',
    address: dir,

    async readMarker() {
      try {
        return parseMarker(await readFile(path, 'utf8'))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async writeMarker(marker, replaces) {
      const draft = hiddenPath(dir)
      try {
        await writeNew(draft, Buffer.from(`${JSON.stringify(marker, null, 2)}\n`))
        await syncFile(draft)
        // A link fails when there is one; a rename would replace it.
        await (replaces ? rename(draft, path) : link(draft, path))
      } finally {
        await rm(draft, { force: true })
      }
      await syncFile(dirname(path))
    },

    async *names() {
      for await (const { key } of files.list()) yield { kind: 'files', name: key }
      for await (const { name } of inbox.list()) yield { kind: 'inbox', name }
    },
  }
}
