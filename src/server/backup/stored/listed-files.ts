import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { isFileKey } from '#domain/files/file-store.ts'
import { isUploadId } from '#domain/inbox/inbox-file-store.ts'
import { BackupFault } from '../place/backup-target.ts'
import type { Blob } from './manifest.ts'

/** A file of the site: `files/{key}`, `inbox/{upload}/…` or, of the checkout, `centre/…`. */
export type ListedFile = Blob & { path: string }

const PLACES: Record<string, (rest: string) => boolean> = {
  files: isFileKey,
  inbox: (rest) => /^[^/]+\/(paper\.pdf|page-1\.webp)$/.test(rest) && isUploadId(rest.split('/')[0] ?? ''),
  centre: (rest) => rest.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
}

/** Writes the list to a new file of this account. */
export function openFileList(path: string): { add(file: ListedFile): Promise<void>; close(): Promise<void> } {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const failed = once(stream, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {})
  return {
    async add({ sha256, size, path: place }) {
      if (!stream.write(`${sha256} ${size} ${encodeURI(place)}\n`))
        await Promise.race([once(stream, 'drain'), failed])
    },
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

/** Throws BackupFault at a line that cannot have been written by a backup: a path may lead nowhere else. */
export async function* readFileList(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ListedFile> {
  for await (const line of createInterface({ input: Readable.from(bytes, { objectMode: false }) })) {
    const [, sha256, size, encoded = ''] = /^([0-9a-f]{64}) (\d{1,15}) (\S+)$/.exec(line) ?? []
    const path = decoded(encoded)
    const slash = path.indexOf('/')
    if (!sha256 || !PLACES[path.slice(0, slash)]?.(path.slice(slash + 1))) {
      throw new BackupFault(`The backup's list of files has a line that is damaged: ${line.slice(0, 200)}`)
    }
    yield { sha256, size: Number(size), path }
  }
}

function decoded(path: string) {
  try {
    return decodeURI(path)
  } catch {
    return ''
  }
}
