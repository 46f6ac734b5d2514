import { createReadStream } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { BackupFault, type BackupTarget } from './backup-target.ts'

const BLOCK = 512
const TRAILER = Buffer.alloc(2 * BLOCK)
const KEPT_FREE = 256 * 2 ** 20
const WRITE_BYTES = 2 ** 20

type Entry = { start: number; size: number }

/**
 * A place that is one file: a tar of the same objects, so that what tar unpacks is a folder of backups again. Objects are
 * appended; after each the file is a whole archive. With `create` a new file, else one that is only read.
 */
export function openFileTarget(path: string, { create = false, name = path } = {}): BackupTarget {
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
