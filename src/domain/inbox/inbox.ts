import type { Hints } from '#domain/autofill/hints.ts'
import type { AsideStore } from '#domain/files/file-store.ts'
import type { FieldName, FieldTexts } from '#domain/paper/form-fields.ts'

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

/** Files that wait in the admin area's inbox for their fields. Safe in the browser. */

/** The administrator's email, and a name for the browser. */
export type DoneBy = { by: string; from: string }

/** What was decided about the duplicates with these ids, papers or other uploads. */
export type Settled = { ids: string[]; replace: string | null }

/** What was entered by hand. `version` grows with each change of any file in the inbox. */
export type InboxState = {
  version: number
  typed: Partial<Record<FieldName, DoneBy & { value: string }>>
  confirmed: boolean
  settled: (Settled & DoneBy) | null
  /** Removed; `at` is UTC in ISO 8601. It can be put back for `INBOX_UNDO_MS`. */
  away: { at: string; by: string } | null
  edited: (DoneBy & { at: string }) | null
}

/** `size` in bytes, `arrivedAt` UTC in ISO 8601, `sha256` in hexadecimal. */
export type InboxFile = InboxState & {
  uploadId: string
  name: string
  size: number
  sha256: string
  pages: number
  scriptsRemoved: boolean
  /** The PDF forbids to print it. */
  isLocked: boolean
  arrivedAt: string
  /** The id of an administrator; missing in what an older version of the admin area has kept. */
  sentBy?: string
  /** Its page 1 waits to be read from its picture; what is missing may come then. */
  isBeingRead: boolean
  hints: Hints
}

/** `by` is null for a file that left by itself. */
export type InboxGone = {
  uploadId: string
  how: 'published' | 'removed' | 'expired'
  by: string | null
  title: string
}

/** `version` and `now` (UTC, ISO 8601) are of the answer; `waiting` counts the files, without removed ones. */
export type InboxChanges = {
  version: number
  now: string
  waiting: number
  files: InboxFile[]
  gone: InboxGone[]
}

/** `version` is the one that the sender has seen. */
export type InboxChange = {
  uploadId: string
  version: number
  typed?: Partial<FieldTexts>
  confirmed?: boolean
  settled?: Settled
  away?: boolean
}

export type { Duplicate } from '#domain/duplicates/duplicate.ts'

export const INBOX_LIFE_MS = 7 * 24 * 60 * 60 * 1000
export const INBOX_UNDO_MS = 10 * 60 * 1000
/** How long after a change somebody is shown as working on a file. */
export const INBOX_AT_WORK_MS = 60_000
export const INBOX_LIMIT = 500
export const INBOX_CHANGES_LIMIT = 50
