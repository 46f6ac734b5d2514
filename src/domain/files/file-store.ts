import { KEY_ENDINGS } from './file-key.ts'
import type { StoredFile } from './stored-file.ts'

/** Another way to a stream's bytes: without new memory for each part. */
export type PartReader =
  /** All of them; not to be changed. */
  | { bytes: Uint8Array; close(): Promise<void> }
  /** Fills the caller's own memory, which may be used again for the next part; resolves to 0 at the end. */
  | { read(into: Uint8Array): Promise<number>; close(): Promise<void> }

/** Registered, so that sources and the built site, which a test may join, know each other's streams. */
const READER = Symbol.for('thervu.part-reader')

export function withReader(stream: ReadableStream<Uint8Array>, reader: PartReader) {
  return Object.assign(stream, { [READER]: reader })
}

export function readerOf(stream: ReadableStream<Uint8Array> | null): PartReader | null {
  return (stream as { [READER]?: PartReader } | null)?.[READER] ?? null
}

/** The bytes of papers and thumbnails. Keys look like `12th-cbse/name_time-random.pdf`. */
export type FileStore = AsideStore & {
  bucket: string
  /** Resolved, the bytes survive a power cut; rejected, nothing is stored (`EEXIST`: key in use). Consumes a path. */
  put(key: string, source: FileSource): Promise<void>
  /**
   * The bytes `start..end`, both included; null when there is no such file. With what the file's row says, they may come
   * from memory, and it rejects with FileDamaged when the file is seen to be another.
   */
  open(key: string, range?: ByteRange, row?: FileRow): Promise<ReadableStream<Uint8Array> | null>
  remove(key: string): Promise<boolean>
  list(): AsyncIterable<ListedFile>
  /** Removes drafts of puts that were cut short before this time. */
  discardUnfinished(before: Date): Promise<void>
  /** Rejects while files can be neither read nor written. */
  check(): Promise<void>
  /** Where browsers may fetch the file themselves for a while, with these headers. Absent where they may not. */
  publicAddress?(key: string, headers: FileHeaders): Promise<string>
}

export type FileHeaders = Pick<StoredFile, 'contentType' | 'contentDisposition' | 'cacheControl'>

export type FileSource = { path: string } | { bytes: Uint8Array }
export type ByteRange = { start: number; end: number }
/** What a file is compared with: bytes, and SHA-256 in hex where it is known. */
export type FileRow = { size: number; sha256?: string }
export type ListedFile = { key: string; size: number; storedAt: Date }

/** The place where files are kept, on another machine, does not answer or refuses. */
export class FileStoreFault extends Error {
  /** Marked, since sources and the built site, which a test may join, have a class each. */
  readonly isOfFileStore = true
}

export function isFileStoreFault(error: unknown): boolean {
  return (error as Partial<FileStoreFault> | null)?.isOfFileStore === true
}

/** What is wrong with a stored file: it is not there, or has not the bytes that its row says. */
export type FileFault = 'missing' | 'damaged'

/** What is kept under a key is not what its row says. */
export class FileDamaged extends Error {
  readonly isDamagedFile = true

  constructor(key: string, size: number, row: FileRow) {
    const found = size === row.size ? 'other bytes' : `${size} bytes`
    super(
      `The file ${key} should have ${row.size} bytes of ${row.sha256 ?? 'any content'}, and has ${found}.`,
    )
  }
}

export function isFileDamaged(error: unknown): boolean {
  return (error as Partial<FileDamaged> | null)?.isDamagedFile === true
}

const KEY = new RegExp(`^[a-z0-9-]{1,40}/[A-Za-z0-9_-]{1,140}\\.(${KEY_ENDINGS.join('|')})$`)

/** Whether this project could have made the key; anything else is never looked up. */
export function isFileKey(key: string): boolean {
  return KEY.test(key)
}

/** A file in quarantine, complete but not yet checked. `size` in bytes. */
export type ReceivedFile = {
  path: string
  /** As the sender called it: only ever a name, never a path. */
  originalName: string
  size: number
  md5: string
  sha256: string
  scriptsRemoved?: boolean
  lockRemoved?: boolean
  /** What another store kept about it. */
  customMetadata?: Record<string, string>
}

/** Bytes that no row named, by their name in the store, moved on this day (2026-11-28) to removed/<day>/. */
export type Aside = { name: string; day: string }

/** Where a store keeps what a sweep moved: never served, and deleted by `discardAside` alone. */
export type AsideStore = {
  /** False when it is not there, or something is there already under the same day and name. */
  setAside(name: string, day: string): Promise<boolean>
  listAside(): AsyncIterable<Aside>
  /** False when its place in the store is taken. */
  putBack(aside: Aside): Promise<boolean>
  discardAside(aside: Aside): Promise<void>
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether a folder's name is a day on which something was moved there. */
export function isAsideDay(name: string): boolean {
  return DAY.test(name) && !Number.isNaN(Date.parse(name))
}
