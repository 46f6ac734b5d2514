import type { Hints } from '#domain/reading/hints.ts'

/** Files that have arrived, were judged, and wait on the desk's tray for their fields. Safe in the browser. */

/** The fields that can be typed into a row. */
export const TRAY_FIELDS = ['title', 'degree', 'subject', 'month', 'year', 'referenceLink'] as const
export type TrayField = (typeof TRAY_FIELDS)[number]

/** Who did something: the administrator's email, and a name for the browser in which it was done. */
export type DoneBy = { by: string; from: string }

/** What was decided about the duplicates with these ids, papers or other uploads. */
export type Settled = { ids: string[]; replace: string | null }

/** What people have said of a file so far. `version` grows with each change of any file on the tray. */
export type TrayState = {
  version: number
  typed: Partial<Record<TrayField, DoneBy & { value: string }>>
  confirmed: boolean
  settled: (Settled & DoneBy) | null
  /** Taken away, `at` UTC in ISO 8601; it can be put back for `TRAY_UNDO_MS`. */
  away: { at: string; by: string } | null
  /** The last change by hand. */
  edited: (DoneBy & { at: string }) | null
}

/** `size` in bytes, `arrivedAt` UTC in ISO 8601, `sha256` in hexadecimal. */
export type TrayFile = TrayState & {
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

/** A file that has left the tray: how, by whom (null: by itself), and what it was called. */
export type TrayGone = {
  uploadId: string
  how: 'published' | 'removed' | 'expired'
  by: string | null
  title: string
}

/**
 * What has changed on the tray since a version: `version` and `now` (UTC, ISO 8601) at the time of the answer, `waiting`
 * how many files lie there, those taken away left out.
 */
export type TrayChanges = {
  version: number
  now: string
  waiting: number
  files: TrayFile[]
  gone: TrayGone[]
}

/** What is to be changed of one file; `version` is the one that the sender has seen. */
export type TrayChange = {
  uploadId: string
  version: number
  typed?: Partial<Record<TrayField, string>>
  confirmed?: boolean
  settled?: Settled
  away?: boolean
}

export type { Twin } from '#domain/catalogue/twin.ts'

/** How long a file waits on the tray before it is swept away. In milliseconds. */
export const TRAY_LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** How long a file that was taken away can be put back. In milliseconds. */
export const TRAY_UNDO_MS = 10 * 60 * 1000
/** How long after a change somebody is said to be at work on a file. In milliseconds. */
export const TRAY_AT_WORK_MS = 60_000
/** Most files on the tray at once. */
export const TRAY_LIMIT = 500
/** Most files that are changed by one request. */
export const TRAY_CHANGES_LIMIT = 50
