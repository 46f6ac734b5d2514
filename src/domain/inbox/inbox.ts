import type { Hints } from '#domain/autofill/hints.ts'

/** Files that have arrived, were judged, and wait on the desk's inbox for their fields. Safe in the browser. */

/** The fields that can be typed into a row. */
export const INBOX_FIELDS = ['title', 'degree', 'subject', 'month', 'year', 'referenceLink'] as const
export type InboxField = (typeof INBOX_FIELDS)[number]

/** Who did something: the administrator's email, and a name for the browser in which it was done. */
export type DoneBy = { by: string; from: string }

/** What was decided about the duplicates with these ids, papers or other uploads. */
export type Settled = { ids: string[]; replace: string | null }

/** What people have said of a file so far. `version` grows with each change of any file in the inbox. */
export type InboxState = {
  version: number
  typed: Partial<Record<InboxField, DoneBy & { value: string }>>
  confirmed: boolean
  settled: (Settled & DoneBy) | null
  /** Taken away, `at` UTC in ISO 8601; it can be put back for `INBOX_UNDO_MS`. */
  away: { at: string; by: string } | null
  /** The last change by hand. */
  edited: (DoneBy & { at: string }) | null
}

/** `size` in bytes, `arrivedAt` UTC in ISO 8601, `sha256` in hexadecimal. */
export type InboxFile = InboxState & {
  uploadId: string
  name: string
  size: number
  sha256: string
  pages: number
  /** Whether it was written anew here, without the scripts that came with it. */
  scriptsRemoved: boolean
  arrivedAt: string
  hints: Hints
}

/** A file that has left the inbox: how, by whom (null: by itself), and what it was called. */
export type InboxGone = {
  uploadId: string
  how: 'published' | 'removed' | 'expired'
  by: string | null
  title: string
}

/**
 * What has changed in the inbox since a version: `version` and `now` (UTC, ISO 8601) at the time of the answer, `waiting`
 * how many files lie there, those taken away left out.
 */
export type InboxChanges = {
  version: number
  now: string
  waiting: number
  files: InboxFile[]
  gone: InboxGone[]
}

/** What is to be changed of one file; `version` is the one that the sender has seen. */
export type InboxChange = {
  uploadId: string
  version: number
  typed?: Partial<Record<InboxField, string>>
  confirmed?: boolean
  settled?: Settled
  away?: boolean
}

export type { Duplicate } from '#domain/duplicates/duplicate.ts'

/** How long a file waits in the inbox before it is swept away. In milliseconds. */
export const INBOX_LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** How long a file that was taken away can be put back. In milliseconds. */
export const INBOX_UNDO_MS = 10 * 60 * 1000
/** How long after a change somebody is said to be at work on a file. In milliseconds. */
export const INBOX_AT_WORK_MS = 60_000
/** Most files in the inbox at once. */
export const INBOX_LIMIT = 500
/** Most files that are changed by one request. */
export const INBOX_CHANGES_LIMIT = 50
