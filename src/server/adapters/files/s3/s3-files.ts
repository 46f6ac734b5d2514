import { unlink } from 'node:fs/promises'
import { FileDamaged, type FileStore, isFileKey } from '#domain/files/file-store.ts'
import type { S3Connection } from './s3-connection.ts'
import { asideName, asideOf, REMOVED, type S3Objects } from './s3-objects.ts'
import { signAddress } from './signed-address.ts'
import type { StoreOnce } from './store-once.ts'

export const FILES = 'files/'
/** The load balancer that asks whether the site is ready waits no longer. */
const CHECK_MS = 5_000
const TYPES: Record<string, string> = { pdf: 'application/pdf', webp: 'image/webp' }

/** Files of papers below `files/`. `redirects`: visitors may be sent to the bucket. */
export function createS3Files(
  s3: S3Connection,
  objects: S3Objects,
  once: StoreOnce,
  { redirects }: { redirects: boolean },
): FileStore {
  return {
    bucket: s3.place.bucket,

    async put(key, source) {
      try {
        const type = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
        await once.put(nameOf(key), source, type)
      } finally {
        if ('path' in source) await unlink(source.path).catch(() => {})
      }
    },

    async open(key, range, row) {
      const expected = row && { size: row.size, refuse: (size: number) => new FileDamaged(key, size, row) }
      return await objects.open(nameOf(key), range, s3.patience.opening, expected)
    },

    async remove(key) {
      if (!(await objects.head(nameOf(key)))) return false
      await objects.remove(nameOf(key))
      return true
    },

    async *list() {
      for await (const { name, size, storedAt } of objects.list(FILES)) {
        const key = name.slice(FILES.length)
        if (isFileKey(key)) yield { key, size, storedAt }
      }
    },

    setAside: async (key, day) => await objects.move(nameOf(key), asideName({ day, name: key })),
    putBack: async (aside) => await objects.move(asideName(aside), nameOf(aside.name)),
    discardAside: async (aside) => await objects.remove(asideName(aside)),

    async *listAside() {
      for await (const { name } of objects.list(REMOVED)) {
        const aside = asideOf(name)
        if (aside && isFileKey(aside.name)) yield aside
      }
    },

    discardUnfinished: (before) => once.discardParts(FILES, before),

    check: async () => await objects.findBucket(AbortSignal.timeout(CHECK_MS)),

    ...(redirects ? { publicAddress: (key, headers) => signAddress(s3, nameOf(key), headers) } : {}),
  }
}

function nameOf(key: string) {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${key}`)
  return `${FILES}${key}`
}
