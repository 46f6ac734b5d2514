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
