import { unlink } from 'node:fs/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import {
  FileDamaged,
  type FileHeaders,
  type FileStore,
  isFileKey,
  isFileStoreFault,
} from '#domain/files/file-store.ts'
import { isUploadId } from '#domain/inbox/inbox.ts'
import { checkPictureName, type PageStore } from '#domain/page-images/page-image.ts'
import { ConfigError } from '#server/config.ts'
import type { S3Place } from '#server/settings/files-settings.ts'
import {
  type Adoption,
  type Claimant,
  type ClaimedPlace,
  claimStore,
  MARKER,
  parseMarker,
} from '../claim-store.ts'
import { type FileStores, PlaceAway } from '../file-stores.ts'
import { connectS3, type S3Connection, type S3Patience } from './s3-connection.ts'
import { explainRefusal, isTransientFault } from './s3-fault.ts'
import { createS3Inbox, INBOX, PICTURE } from './s3-inbox.ts'
import { asideName, asideOf, openObjects, REMOVED, type S3Objects } from './s3-objects.ts'
import { createStoreOnce, type StoreOnce } from './store-once.ts'

const LIFE_S = 1_800
/** Whoever asks within this time gets the same address, so that browsers and caches know the file again. */
const SAME_FOR_MS = 600_000

/** An address that reads one object for 20 to 30 minutes, and answers with these headers. */
async function signAddress(
  { place, reads }: S3Connection,
  name: string,
  { contentType, contentDisposition, cacheControl }: FileHeaders,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: place.bucket,
    Key: `${place.prefix}${name}`,
    ResponseContentType: contentType,
    ResponseContentDisposition: contentDisposition,
    ResponseCacheControl: cacheControl,
  })
  const signingDate = new Date(Math.floor(Date.now() / SAME_FOR_MS) * SAME_FOR_MS)
  return await getSignedUrl(reads, command, { expiresIn: LIFE_S, signingDate })
}

const FILES = 'files/'
/** The load balancer that asks whether the site is ready waits no longer. */
const CHECK_MS = 5_000
const TYPES: Record<string, string> = { pdf: 'application/pdf', webp: 'image/webp' }

/** Files of papers below `files/`. `redirects`: visitors may be sent to the bucket. */
function createS3Files(
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

const OURS = [FILES, INBOX, 'pages/', REMOVED, MARKER]
const PROBE = 'probe'
const PATIENCE: S3Patience = { opening: 15_000, calls: 15_000, uploads: 15_000, silence: 5_000 }

/**
 * Makes sure that the place can be written to and holds this database's files, or nothing. Throws ConfigError with one
 * sentence, PlaceAway when nothing answers.
 */
export async function claimPlace(
  place: S3Place,
  database: Claimant,
  { adoption = null, patience = PATIENCE }: { adoption?: Adoption | null; patience?: S3Patience } = {},
): Promise<void> {
  const s3 = connectS3(place, patience)
  try {
    const objects = openObjects(s3)
    await claimStore(claimedBucket(place, objects, createStoreOnce(s3, objects)), database, adoption)
    await objects.put(PROBE, new Uint8Array(), { type: 'text/plain' })
    await objects.remove(PROBE)
  } catch (error) {
    if (!isFileStoreFault(error)) throw error
    const { cause } = error as Error
    throw isTransientFault(cause)
      ? new PlaceAway(explainRefusal(cause, place))
      : new ConfigError(explainRefusal(cause, place))
  } finally {
    s3.close()
  }
}

function claimedBucket(place: S3Place, objects: S3Objects, once: StoreOnce): ClaimedPlace {
  return {
    setting: 'FILES_URL',
    address: addressOf(place),

    async readMarker() {
      const text = await objects.read(MARKER)
      return text && parseMarker(String(text))
    },

    async writeMarker(marker, replaces) {
      const bytes = Buffer.from(`${JSON.stringify(marker)}\n`)
      if (replaces) await objects.put(MARKER, bytes, { type: 'application/json' })
      else await once.put(MARKER, { bytes }, 'application/json')
    },

    async *names() {
      await expectOursAlone(place, objects)
      for await (const { name } of objects.list(FILES)) {
        if (isFileKey(name.slice(FILES.length))) yield { kind: 'files', name: name.slice(FILES.length) }
      }
      for await (const { name } of objects.list(INBOX)) {
        const [upload = '', file] = name.slice(INBOX.length).split('/')
        if (file === PICTURE && isUploadId(upload)) yield { kind: 'inbox', name: upload }
      }
    },
  }
}

async function expectOursAlone(place: S3Place, objects: S3Objects) {
  for await (const found of objects.namesIn('')) {
    if ([...OURS, PROBE].includes(found)) continue
    throw new ConfigError(
      `FILES_URL must name an empty place, and ${addressOf(place)} holds other things, such as "${found}": take an empty bucket, or a prefix as in s3://${place.bucket}/thervu.`,
    )
  }
}

function addressOf({ bucket, prefix }: S3Place) {
  return `s3://${bucket}/${prefix}`
}

const PAGES = 'pages/'
const REMOVED_AT_ONCE = 8
/** Of the last pictures that were read, in bytes. */
const CACHE_BYTES = 16 * 1024 * 1024

/** Pictures of pages below `pages/`, a folder for each file. */
function createS3Pages({ patience }: S3Connection, objects: S3Objects): PageStore {
  const nameOf = (folder: string, name?: string) => {
    checkPictureName(folder, name)
    return `${PAGES}${folder}/${name ?? ''}`
  }
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (picture, name) => picture.length + name.length,
    fetchMethod: async (name) => (await objects.read(name, patience.opening)) ?? undefined,
  })
  return {
    async put(folder, name, bytes) {
      await objects.put(nameOf(folder, name), bytes, { type: 'image/webp' })
      cache.delete(nameOf(folder, name))
    },

    read: async (folder, name) => (await cache.fetch(nameOf(folder, name))) ?? null,

    async removeFolder(folder) {
      const limit = pLimit(REMOVED_AT_ONCE)
      const removing: Promise<void>[] = []
      for await (const { name } of objects.list(nameOf(folder))) {
        cache.delete(name)
        removing.push(limit(() => objects.remove(name)))
      }
      await Promise.all(removing)
    },

    async *folders() {
      for await (const name of objects.namesIn(PAGES)) if (name.endsWith('/')) yield name.slice(0, -1)
    },
  }
}

/** Files, inbox and page pictures in one bucket. `copies` is a folder of this machine. Asks for nothing yet. */
export function openS3Stores(
  place: S3Place,
  { redirects = false, copies, patience }: { redirects?: boolean; copies: string; patience?: S3Patience },
): FileStores {
  const s3 = connectS3(place, patience)
  const objects = openObjects(s3)
  const once = createStoreOnce(s3, objects)
  /** What is left to do before anything may be swept. */
  let claimFirst: (() => Promise<void>) | null = null
  return {
    ...sweptOnceClaimed(
      {
        files: createS3Files(s3, objects, once, { redirects }),
        inbox: createS3Inbox(objects, once, copies),
        pageStore: createS3Pages(s3, objects),
      },
      async () => await claimFirst?.(),
    ),
    async claim(database, adoption) {
      claimFirst = async () => {
        await claimPlace(place, database, { adoption, patience })
        claimFirst = null
      }
      await claimFirst()
    },
    close: () => s3.close(),
  }
}

type Stores = Pick<FileStores, 'files' | 'inbox' | 'pageStore'>

/** A sweep moves what it finds in a list and does not know. */
function sweptOnceClaimed({ files, inbox, pageStore }: Stores, claimed: () => Promise<void>): Stores {
  async function* after<Item>(list: () => AsyncIterable<Item>) {
    await claimed()
    yield* list()
  }
  return {
    files: { ...files, list: () => after(files.list), listAside: () => after(files.listAside) },
    inbox: {
      ...inbox,
      list: () => after(inbox.list),
      listAside: () => after(inbox.listAside),
      async discardUnfinished(before) {
        await claimed()
        await inbox.discardUnfinished(before)
      },
    },
    pageStore: { ...pageStore, folders: () => after(pageStore.folders) },
  }
}
