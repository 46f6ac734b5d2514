import type { PaperFilter } from './filters.ts'
import type { Paper } from './paper.ts'

/** Papers as the desk sees them. Safe in the browser. */

/**
 * A paper with what only the administrator sees. `version` counts its changes; times are UTC in ISO 8601;
 * `answers` says whether they are an uploaded file or a link; `binnedAt` is null for a published paper.
 */
export type DeskPaper = Paper & {
  version: number
  publishedAt: string
  changedAt: string
  originalName: string
  answers: 'file' | 'link' | null
  thumbnailGiven: boolean
  binnedAt: string | null
}

/** What the desk's list shows beyond the public filters. */
export const DESK_SHOWS = ['no-answers', 'no-thumbnail', 'samples', 'binned'] as const
export type DeskShow = (typeof DESK_SHOWS)[number]

/**
 * `best` as a search ranks its papers, closest first, and without a search `newest`: by month and year; `added` by the
 * time of publishing, `changed` by the last change.
 */
export const DESK_SORTS = ['best', 'newest', 'added', 'changed', 'title', 'views'] as const
export type DeskSort = (typeof DESK_SORTS)[number]

export type DeskFilter = PaperFilter & { show?: DeskShow }

/** Days that a binned paper is kept. */
export const BIN_DAYS = 30
/** Most papers that one request changes, bins, restores or deletes together. */
export const BULK_LIMIT = 200
/** Most papers that can be chosen together because a list finds them. */
export const FOUND_LIMIT = 10_000

/** A paper that was found: what it is chosen by, and the fields that may be changed of many together. */
export type FoundPaper = Pick<DeskPaper, 'id' | 'type' | 'grade' | 'subject' | 'month' | 'year'>
