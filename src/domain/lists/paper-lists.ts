import type { ReadDatabase } from '#database/schema.ts'
import type { DeskShow, DeskSort } from '../paper/desk-paper.ts'
import type { PaperFilter } from '../paper/filters.ts'

/** What the desk shows of the published papers. */
export type PublishedShow = Exclude<DeskShow, 'binned'>
/** The orders that papers have by themselves, without a search. */
export type StoredSort = Exclude<DeskSort, 'best'>
/** Which published papers a list holds. */
export type ListedPapers = { filter: PaperFilter; show?: PublishedShow | undefined }
export type ListRange = { offset: number; limit: number }

/** How many papers are alike; `month` counts from 1, `answered` is 1 for those with answers. */
export type PaperCount = {
  type: string
  grade: string
  subject: string
  year: number
  month: number
  answered: number
  papers: number
}

/**
 * Which papers stand in a list, by serial number: what each database finds in its own way to stay quick at a million
 * papers. Papers that are alike in an order stand by serial number. Functions take a connection or a transaction.
 */
export type PaperLists = {
  /** A part of a list, newest month and year first. */
  newest(readDb: ReadDatabase, listed: ListedPapers, range: ListRange): Promise<number[]>
  /** A part of a list in another order; `total` is how many papers the list has. */
  ordered(
    readDb: ReadDatabase,
    listed: ListedPapers,
    sort: Exclude<StoredSort, 'newest'>,
    range: ListRange & { total: number },
  ): Promise<number[]>
  /** How many papers a list has, counted up to `limit`. */
  count(readDb: ReadDatabase, listed: ListedPapers, limit: number): Promise<number>
  /** These papers, a few thousand at most, in an order; those that are not shown are left out. */
  sort(
    readDb: ReadDatabase,
    serials: readonly number[],
    show: PublishedShow | undefined,
    sort: StoredSort,
  ): Promise<number[]>
  /** How many papers are alike, for all papers, some hundreds or thousands of counts at a time. */
  counts(readDb: ReadDatabase): AsyncIterable<PaperCount[]>
}
