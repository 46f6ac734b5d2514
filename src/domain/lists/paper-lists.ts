import type { ReadDatabase } from '#database/schema.ts'
import type { AdminShow, AdminSort } from '../paper/admin-paper.ts'
import type { First, PaperFilter } from '../paper/filters.ts'

/** Papers on a page of a list. */
export const PAGE_SIZE = 12
export const LATEST_COUNT = 5
/** Pages past this are refused: nobody reads them, and reaching them costs. */
export const LAST_PAGE = 10_000

export type PublishedShow = Exclude<AdminShow, 'binned' | 'hidden'>
export type StoredSort = Exclude<AdminSort, 'best'>
/** Those of the filter, without those that are `but` as well. */
export type ListedPapers = {
  filter: PaperFilter
  show?: PublishedShow | undefined
  but?: First[number] | undefined
}
export type ListRange = { offset: number; limit: number }

/** `month` counts from 1, `answered` is 1 for papers with answers. */
export type PaperCount = {
  type: string
  grade: string
  subject: string
  year: number
  month: number
  answered: number
  board: string
  papers: number
  /** Of these, how many another set of their exam stands for, in all lists and in those of papers with answers. */
  folded: number
  foldedAnswered: number
}

/** Lists as serial numbers, by each database's own means to stay quick at a million papers; ties by serial number. */
export type PaperLists = {
  /** Newest month and year first. */
  newest(readDb: ReadDatabase, listed: ListedPapers, range: ListRange): Promise<number[]>
  ordered(
    readDb: ReadDatabase,
    listed: ListedPapers,
    sort: Exclude<StoredSort, 'newest'>,
    range: ListRange & { total: number },
  ): Promise<number[]>
  /** Counted up to `limit`. */
  count(readDb: ReadDatabase, listed: ListedPapers, limit: number): Promise<number>
  /** For a few thousand papers at most; those that are not shown are left out. */
  sort(
    readDb: ReadDatabase,
    serials: readonly number[],
    show: PublishedShow | undefined,
    sort: StoredSort,
  ): Promise<number[]>
  counts(readDb: ReadDatabase): AsyncIterable<PaperCount[]>
}
