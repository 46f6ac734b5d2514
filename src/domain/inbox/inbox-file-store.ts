/**
 * Where the bytes of files in the inbox lie: each PDF under the name of its upload, with the picture of its first page.
 */
export type InboxFileStore = {
  /**
   * Keeps a PDF and its picture durably, both or neither, in the place of whatever lay under this name: when this
   * resolves they survive a power cut. The PDF's path is consumed, whatever happens.
   */
  put(name: string, pdf: { path: string }, picture: Uint8Array): Promise<void>
  /** The picture of the first page, or null when there is nothing under this name. */
  picture(name: string): Promise<Uint8Array | null>
  /**
   * Gives `use` the PDF at a path of its own, which it may use up; what is kept stays. Null, without calling it, when
   * there is nothing under this name.
   */
  lend<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result | null>
  /** Removes the PDF and its picture; false when there was nothing. */
  remove(name: string): Promise<boolean>
  /** Every name under which something is kept, and since when. */
  list(): AsyncIterable<{ name: string; storedAt: Date }>
  /** Removes what was cut short before this time has left behind. */
  discardUnfinished(before: Date): Promise<void>
  /** Work on one name, one after the other: what is decided by a look at it still holds when it is done. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

const NAME = /^[A-Za-z0-9-]{8,64}$/

/** Whether the text can name an upload; anything else is never looked up. */
export function isUploadId(name: string): boolean {
  return NAME.test(name)
}
