import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'
import { placeName } from '#server/settings/files-settings.ts'
import { isMissing, syncFile } from '../adapters/files/durable.ts'
import type { BackupRequest } from './backup-request.ts'
import { BackupFault, type BackupTarget, WORK_FOLDER } from './backup-target.ts'
import { findEncryption, openEncrypted } from './encrypted-target.ts'

/** The disk may be the site's own, which needs room to count and to take uploads. */
const KEPT_FREE = 256 * 2 ** 20
const FLUSH_EVERY = 16 * 2 ** 20

/** A folder for this account alone. An object is written next to it, synced and renamed; one run at a time. */
export function openFolderTarget(root: string, { keptFree = KEPT_FREE } = {}): BackupTarget {
  const unfinished = join(root, WORK_FOLDER)

  return {
    name: root,

    async prepare({ create }) {
      // Node's recursive mkdir never ends below /proc.
      if (create) await makeFolder('/', root)
      else await expectFolder(root)
      await rm(unfinished, { recursive: true, force: true })
      await mkdir(unfinished, { mode: 0o700 })
    },

    async *list(prefix) {
      for await (const name of namesIn(root, prefix.replace(/\/$/, ''))) {
        const info = await stat(join(root, name)).catch(() => null)
        if (info?.isFile()) yield { name, size: info.size }
      }
    },

    async put(name, bytes) {
      const disk = await statfs(unfinished)
      if (disk.bavail * disk.bsize < keptFree) throw new BackupFault(`The disk of ${root} is full.`)
      const draft = join(unfinished, randomName(16))
      const path = join(root, name)
      try {
        await writeSynced(draft, bytes)
        await makeFolder(root, dirname(path))
        await rename(draft, path)
        await syncFile(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(name) {
      try {
        await stat(join(root, name))
        return createReadStream(join(root, name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    remove: (name) => rm(join(root, name), { force: true }),
    close() {},
  }
}

/** In steps: what the system holds back for the disk, and everybody waits for at its end, stays small. */
async function writeSynced(path: string, bytes: AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx', 0o600)
  try {
    let unsynced = 0
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      unsynced += chunk.byteLength
      if (unsynced >= FLUSH_EVERY) {
        await file.datasync()
        unsynced = 0
      }
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

async function expectFolder(root: string) {
  const info = await stat(root).catch(() => null)
  if (!info?.isDirectory()) {
    throw new BackupFault(`There is no folder ${root}: is its disk there, and mounted?`)
  }
}

/** Outermost first, each synced into the one around it. */
async function makeFolder(root: string, folder: string, isWithinMade = false): Promise<void> {
  if (folder === root) return
  try {
    await mkdir(folder, { mode: 0o700 })
    await syncFile(dirname(folder))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || isWithinMade) throw error
    await makeFolder(root, dirname(folder))
    await makeFolder(root, folder, true)
  }
}

async function* namesIn(root: string, folder: string): AsyncIterable<string> {
  const found = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    // A backup that is one file holds no folder.
    if (isMissing(error) || error.code === 'ENOTDIR') return []
    throw error
  })
  for (const entry of found) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* namesIn(root, name)
    else yield name
  }
}

/** With a passphrase all that is kept there is encrypted; without one, no backup is made next to encrypted ones. */
export async function openTarget(
  to: BackupRequest['to'],
  passphrase: string | null = null,
): Promise<BackupTarget> {
  const target = await openPlain(to)
  if (passphrase !== null) return openEncrypted(target, passphrase)
  return {
    ...target,
    async prepare(options) {
      await target.prepare(options)
      if (await findEncryption(target))
        throw new BackupFault(`The backups in ${target.name} are encrypted: set BACKUP_PASSPHRASE.`)
    },
  }
}

async function openPlain(to: BackupRequest['to']): Promise<BackupTarget> {
  if (to.kind === 'file') return openFileTarget(to.path, { create: true, name: 'the file' })
  if (to.kind === 'folder') {
    const isFile = (await stat(to.dir).catch(() => null))?.isFile() ?? false
    return isFile ? openFileTarget(to.dir) : openFolderTarget(to.dir)
  }
  // Loaded only here: a centre with its backups in a folder goes without it.
  const { openS3Target } = await import('./s3-target.ts')
  return openS3Target(to.place, placeName(to))
}

const BLOCK = 512
const TRAILER = Buffer.alloc(2 * BLOCK)

const WRITE_BYTES = 2 ** 20

type Entry = { start: number; size: number }

/**
 * A place that is one file: a tar of the same objects, so that what tar unpacks is a folder of backups again. Objects are
 * appended; after each the file is a whole archive. With `create` a new file, else one that is only read.
 */
function openFileTarget(path: string, { create = false, name = path } = {}): BackupTarget {
  const entries = new Map<string, Entry>()
  let opened: Promise<FileHandle> | null = null
  let end = 0
  const file = () => {
    opened ??= create ? open(path, 'wx+', 0o600) : scan()
    return opened
  }

  async function scan() {
    const handle = await open(path, 'r')
    try {
      for await (const [entry, at] of entriesOf(handle, name)) entries.set(entry, at)
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  return {
    name,
    async prepare() {
      if (!create) throw new BackupFault(`${name} is a file: name a folder, in which backups are added.`)
      await file()
    },

    async *list(prefix) {
      await file()
      for (const [entry, { size }] of entries) if (entry.startsWith(prefix)) yield { name: entry, size }
    },

    async put(entry, bytes) {
      const handle = await file()
      const disk = await statfs(path)
      if (disk.bavail * disk.bsize < KEPT_FREE) throw new BackupFault(`The disk of ${name} is full.`)
      const start = end + BLOCK
      let size = 0
      try {
        for await (const part of gather(bytes)) {
          await handle.write(part, 0, part.length, start + size)
          size += part.length
        }
        const padded = Math.ceil(size / BLOCK) * BLOCK
        await handle.write(headerOf(entry, size), 0, BLOCK, end)
        await handle.write(TRAILER, 0, TRAILER.length, start + padded)
        await handle.truncate(start + padded + TRAILER.length)
        await handle.datasync()
        entries.set(entry, { start, size })
        end = start + padded
      } catch (error) {
        await handle.truncate(end)
        if (end > 0) await handle.write(TRAILER, 0, TRAILER.length, end)
        throw error
      }
    },

    async read(entry) {
      await file()
      const found = entries.get(entry)
      if (!found) return null
      const { start, size } = found
      return size === 0 ? empty() : createReadStream(path, { start, end: start + size - 1 })
    },

    // What is in the file stays in it: a backup that is one file has nothing older to be removed.
    remove: async (entry) => void entries.delete(entry),
    close: () => void opened?.then((handle) => handle.close()).catch(() => {}),
  }
}

/** Throws BackupFault for what is no such file, and for one whose end is missing. */
async function* entriesOf(handle: FileHandle, name: string): AsyncIterable<[string, Entry]> {
  const { size: all } = await handle.stat()
  const header = Buffer.alloc(BLOCK)
  for (let at = 0; at + BLOCK <= all; ) {
    await handle.read(header, 0, BLOCK, at)
    if (at > 0 && header.every((byte) => byte === 0)) return
    if (!isHeader(header)) throw new BackupFault(`${name} is not a backup, or it is damaged.`)
    const size = Number.parseInt(text(header, 124, 12), 8)
    yield [text(header, 0, 100), { start: at + BLOCK, size }]
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  throw new BackupFault(`${name} is not whole: its end is missing. Download it again.`)
}

function headerOf(entry: string, size: number) {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  if (size >= 8 ** 11) throw new BackupFault(`${entry} is too large for a backup in one file (8 GiB).`)
  header.write(entry, 0, 100)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function isHeader(header: Buffer) {
  return (
    header.toString('latin1', 257, 262) === 'ustar' &&
    Number.parseInt(text(header, 148, 8), 8) === sumOf(header)
  )
}

/** Its own field counts as spaces. */
function sumOf(header: Buffer) {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

function text(header: Buffer, at: number, length: number) {
  return header.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '')
}

/** In larger parts, since each is written by itself. */
async function* gather(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    held.push(part)
    length += part.byteLength
    if (length < WRITE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

async function* empty(): AsyncIterable<Uint8Array> {}
