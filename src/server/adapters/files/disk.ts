import { access, constants, link, mkdir, open, opendir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { randomName } from '#domain/files/file-key.ts'
import { type FileSource, type FileStore, isFileKey, type ListedFile } from '#domain/files/file-store.ts'

/** Files in a folder, one below it for each degree. A key is created exclusively and synced before `put` resolves. */
export function createDiskStore(dir: string): FileStore {
  const root = resolve(dir)
  return {
    bucket: 'disk',

    async put(key, source) {
      const path = pathOf(root, key)
      await makeFolder(root, dirname(path))
      const waiting = 'path' in source ? source.path : await writeWaiting(root, source)
      try {
        await syncFile(waiting)
        // A link fails when the name is taken; a rename would replace what is there.
        await link(waiting, path)
        await syncFile(dirname(path))
      } finally {
        await unlink(waiting).catch(() => {})
      }
    },

    async open(key, range) {
      try {
        const file = await open(pathOf(root, key), 'r')
        return Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>
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
      await mkdir(root, { recursive: true })
      for await (const folder of await opendir(root)) {
        if (folder.isDirectory()) yield* listFolder(root, folder.name)
      }
    },

    async check() {
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
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

/** Bytes go under a name that is no key, so that a half-written file is never served. */
async function writeWaiting(root: string, source: Extract<FileSource, { bytes: Uint8Array }>) {
  const path = join(root, `.${randomName(16)}`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(source.bytes)
  } finally {
    await file.close()
  }
  return path
}

async function makeFolder(root: string, folder: string) {
  if (await mkdir(folder, { recursive: true })) await syncFile(root)
}

async function syncFile(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function isMissing(error: unknown) {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
