import { mkdirSync } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'
import {
  type ByteRange,
  FileDamaged,
  type FileRow,
  type FileSource,
  type FileStore,
  isFileKey,
  type ListedFile,
  withReader,
} from '#domain/files/file-store.ts'
import { checkPictureName, type PageStore } from '#domain/page-images/page-image.ts'
import { createDiskAside } from './disk-inbox.ts'
import { isMissing, linkOrCopy, syncFile, writeNew } from './durable.ts'

/** Small: Node's own streams buffer several times as much for each reader that has stopped reading. */
const CHUNK = 32 * 1024
const WHOLE: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY }
const UNFINISHED = /^\.[a-z2-9]{16}$/

/** A folder for each degree. A key is created exclusively and synced before `put` resolves. What is set aside goes to
 * `removedDir`. */
export function createDiskStore(dir: string, removedDir: string): FileStore {
  const root = resolve(dir)
  const aside = createDiskAside(removedDir)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  return {
    bucket: 'disk',

    async put(key, source) {
      const path = pathOf(root, key)
      await makeFolder(root, dirname(path))
      try {
        const draft = await writeDraft(root, source)
        try {
          // A link fails when the name is taken; a rename would replace what is there.
          await link(draft, path)
        } finally {
          await unlink(draft).catch(() => {})
        }
        await syncFile(dirname(path)).catch(async (error) => {
          await unlink(path).catch(() => {})
          throw error
        })
      } finally {
        if ('path' in source) await unlink(source.path).catch(() => {})
      }
    },

    async open(key, range, row) {
      try {
        const file = await open(pathOf(root, key), 'r')
        if (row) await expectSize(file, key, row)
        return streamOf(file, range)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(key) {
      try {
        await unlink(pathOf(root, key))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async *list() {
      for await (const folder of await opendir(root)) {
        if (folder.isDirectory()) yield* listFolder(root, folder.name)
      }
    },

    setAside: (key, day) => aside.take(pathOf(root, key), { day, name: key }),
    listAside: () => aside.list(isFileKey),
    discardAside: aside.discard,

    async putBack(set) {
      const path = pathOf(root, set.name)
      await makeFolder(root, dirname(path))
      return await aside.giveBack(set, path)
    },

    async discardUnfinished(before) {
      for (const name of await readdir(root)) {
        if (!UNFINISHED.test(name)) continue
        const path = join(root, name)
        const info = await stat(path).catch(() => null)
        if (info && info.ctime <= before) await unlink(path).catch(() => {})
      }
    },

    async check() {
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

/** Closes the file where it throws. */
async function expectSize(file: FileHandle, key: string, row: FileRow) {
  try {
    const { size } = await file.stat()
    if (size !== row.size) throw new FileDamaged(key, size, row)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Reads only on demand; closes the file at the end, or when the reader cancels. */
function streamOf(file: FileHandle, range?: ByteRange): ReadableStream<Uint8Array> {
  const reader = readerFrom(file, range)
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = Buffer.allocUnsafeSlow(CHUNK)
        const count = await reader.read(bytes)
        if (count > 0) controller.enqueue(bytes.subarray(0, count))
        else controller.close()
      },
      cancel: () => reader.close(),
    },
    { highWaterMark: 0 },
  )
  return withReader(stream, reader)
}

function readerFrom(file: FileHandle, { start, end }: ByteRange = WHOLE) {
  let at = start
  return {
    async read(into: Uint8Array) {
      const most = Math.min(into.byteLength, end + 1 - at)
      try {
        const count = most > 0 ? (await file.read(into, 0, most, at)).bytesRead : 0
        at += count
        if (count === 0) await file.close()
        return count
      } catch (error) {
        await file.close()
        throw error
      }
    },
    close: () => file.close(),
  }
}

async function* listFolder(root: string, folder: string): AsyncIterable<ListedFile> {
  for await (const entry of await opendir(join(root, folder))) {
    const key = `${folder}/${entry.name}`
    if (!entry.isFile() || !isFileKey(key)) continue
    const info = await stat(join(root, folder, entry.name)).catch(() => null)
    if (info) yield { key, size: info.size, storedAt: info.ctime }
  }
}

function pathOf(root: string, key: string) {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${key}`)
  const path = join(root, key)
  if (!path.startsWith(root + sep)) throw new Error(`Outside the folder: ${key}`)
  return path
}

/** Under a name that is no key, so that a half-written file is never served. */
async function writeDraft(root: string, source: FileSource) {
  const path = join(root, `.${randomName(16)}`)
  try {
    if ('path' in source) await linkOrCopy(source.path, path)
    else await writeNew(path, source.bytes)
    await syncFile(path)
    return path
  } catch (error) {
    await unlink(path).catch(() => {})
    throw error
  }
}

/** Never the root: where it is gone, a disk is not mounted, and new files would be lost with the next mount. */
async function makeFolder(root: string, folder: string) {
  try {
    await mkdir(folder, { mode: 0o700 })
    await syncFile(root)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A picture appears whole or not at all. What a power cut destroys is rendered again. */
export function createDiskPages(root: string): PageStore {
  const pathOf = (folder: string, name?: string) => {
    checkPictureName(folder, name)
    return join(root, folder.slice(0, 2), folder, name ?? '')
  }
  return {
    async put(folder, name, bytes) {
      const path = pathOf(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.draft`
      await writeFile(draft, bytes, { mode: 0o600 })
      await rename(draft, path)
    },
    async read(folder, name) {
      return await orNull(readFile(pathOf(folder, name)))
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true })
    },
    async *folders() {
      for (const group of await namesIn(root)) yield* await namesIn(join(root, group))
    },
  }
}

/** Makes no folder: another process may be removing it. */
async function namesIn(path: string) {
  return (await orNull(readdir(path))) ?? []
}

async function orNull<Result>(reading: Promise<Result>): Promise<Result | null> {
  return await reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
