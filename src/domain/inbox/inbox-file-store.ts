import type { AsideStore } from '#domain/files/aside.ts'

/** The bytes of the inbox: each PDF under the name of its upload, with the picture of its first page. */
export type InboxFileStore = AsideStore & {
  /** Stores both or neither; resolved, they survive a power cut. Replaces what was there, and consumes the path. */
  put(name: string, pdf: { path: string }, picture: Uint8Array): Promise<void>
  picture(name: string): Promise<Uint8Array | null>
  /** Gives `use` a copy of the PDF at a path that it may consume. Null, without calling it, when there is none. */
  lend<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result | null>
  remove(name: string): Promise<boolean>
  list(): AsyncIterable<{ name: string; storedAt: Date }>
  /** Removes leftovers of puts that were cut short before this time. */
  discardUnfinished(before: Date): Promise<void>
  /** Serializes work on one name: what it checks at first still holds when it is done. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

const NAME = /^[A-Za-z0-9-]{8,64}$/

/** Whether the text can name an upload; anything else is never looked up. */
export function isUploadId(name: string): boolean {
  return NAME.test(name)
}
