/** Where the bytes of papers and thumbnails are kept. Keys look like `12th-cbse/name_time-random.pdf`. */
export type FileStore = {
  /** The name under which stored files record where they lie. */
  bucket: string
  /**
   * Stores the source under a key that must be new, durably: when this resolves the bytes survive a power cut.
   * When it throws nothing was stored; the Error's `code` is `EEXIST` when the key is in use. A source path is
   * consumed, whatever happens.
   */
  put(key: string, source: FileSource): Promise<void>
  /** The bytes `start..end` (both included; all of them without a range), or null when there is no such file. */
  open(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Removes the file; false when there was none. */
  remove(key: string): Promise<boolean>
  /** Every stored file with its size in bytes and the time it was stored. */
  list(): AsyncIterable<ListedFile>
  /** Removes what puts that were cut short before this time have left behind. */
  discardUnfinished(before: Date): Promise<void>
  /** Rejects when files can be neither read nor written at the moment. */
  check(): Promise<void>
}

export type FileSource = { path: string } | { bytes: Uint8Array }
export type ByteRange = { start: number; end: number }
export type ListedFile = { key: string; size: number; storedAt: Date }

const KEY = /^[a-z0-9-]{1,40}\/[A-Za-z0-9_-]{1,140}\.(pdf|webp)$/

/** Whether the text is a key that this project could have made; anything else is never looked up. */
export function isFileKey(key: string): boolean {
  return KEY.test(key)
}
