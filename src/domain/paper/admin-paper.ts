import type { PaperFilter } from './filters.ts'
import type { TogetherName } from './form-fields.ts'
import type { Paper } from './paper.ts'

/** Safe in the browser. */

/** `version` counts its changes; times are UTC in ISO 8601; `binnedAt` and
 * `hiddenAt` are null for a published paper. */
export type AdminPaper = Paper & {
  version: number
  publishedAt: string
  changedAt: string
  originalName: string
  answers: 'file' | 'link' | null
  thumbnailGiven: boolean
  binnedAt: string | null
  hiddenAt: string | null
  /** When a hidden paper comes back by itself. */
  showAt: string | null
  /** The id of the administrator who did, as the journal says; null for samples and what is older than it. */
  addedBy: string | null
  /** Only where its questions need a look. */
  doubt?: ReviewReason
}

/** Why questions that were found in a paper need a look: it says that it has another count of them, numbers of `missing` were
 * not found, or none at all. */
export type ReviewReason = { stated: number | null; found: number; missing: string[] }

export const ADMIN_SHOWS = ['no-answers', 'no-thumbnail', 'questions', 'samples', 'hidden', 'binned'] as const
export type AdminShow = (typeof ADMIN_SHOWS)[number]

/** `best` is closest first, without a search `newest` (month and year); `added` and `changed` go by time. */
export const ADMIN_SORTS = ['best', 'newest', 'added', 'changed', 'title', 'views'] as const
export type AdminSort = (typeof ADMIN_SORTS)[number]

export type AdminFilter = PaperFilter & { show?: AdminShow }

export const FOUND_LIMIT = 10_000

/** What a paper is chosen by, and the fields that may be changed in bulk. */
export type FoundPaper = Pick<AdminPaper, 'id' | 'type' | 'grade' | Exclude<TogetherName, 'degree'>> &
  Partial<Pick<AdminPaper, 'hiddenAt' | 'showAt'>>
