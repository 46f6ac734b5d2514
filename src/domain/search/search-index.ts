import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'

/** What the index keeps of a paper: its place in the newest-first order, its facets, its title, other words and set codes. */
export type SearchEntry = Facts & { title: string; words: string; codes: readonly string[] }

/**
 * One word of a search: every list is a way to say it, of one word or several in a row; `beginnings` stand for
 * all words that begin so. A set code is asked for by itself, in place of words; with `isOfTitle` only titles count.
 */
export type AskedTerm = { ways: string[][]; beginnings?: string[]; code?: AskedCode; isOfTitle?: true }

/** A set code as "65/2/2"; with `isSeries` all codes that begin with its parts. */
export type AskedCode = { code: string; isSeries: boolean }

/** Papers that hold every term within the filter, but none that holds all of `but`, and none of the subject `notOf`. */
export type Question = { terms: AskedTerm[]; but?: AskedTerm[]; notOf?: Subject; filter: PaperFilter }

/** How many of the newest hits have each value; `isWhole` when all hits were looked at. */
export type Tally = { counts: Map<string, number>; isWhole: boolean }

/** The text of one page of a paper, from 1. */
export type PageText = { page: number; text: string }

/** A page whose text holds what was asked for. */
export type InsideHit = { position: number; page: number }

/** Hits of one search that are listed: counting every hit of a common word is what makes search slow. */
export const SEARCH_COUNT_LIMIT = 600

/**
 * How far the index is made. `age` grows with every change; entries of positions from `from` up are there, all of them
 * when it is 0, none when it is null.
 */
export type IndexState = { age: number; from: number | null }

/** Finds papers by their words. The index is derived: it can be emptied and rebuilt from what is stored. */
export type SearchIndex = {
  /** Changes when entries must be made anew. */
  version: string
  /** Makes what the index needs in the database where it is missing or of another version. */
  prepare(db: Database): Promise<void>
  /** Adds an entry inside the caller's transaction; one that is there already stays. */
  add(db: Database, entry: SearchEntry): Promise<void>
  /** Adds many entries with the texts of their pages, in the order of their positions. */
  addMany(db: Database, entries: (SearchEntry & { pages: PageText[] })[]): Promise<void>
  /**
   * Merges some of what many writings left apart, which makes searches slow, and says whether there is more to merge;
   * all into one when it `isWhole`. That is begun by the first call and gone on with by those that are not `isFirst`.
   */
  tidy(db: Database, how: { isWhole: boolean; isFirst: boolean }): Promise<boolean>
  /** Keeps down to which position entries are made. */
  reach(db: Database, from: number): Promise<void>
  /** Takes an entry and the texts of its pages out inside the caller's transaction. */
  remove(db: Database, entry: SearchEntry): Promise<void>
  /** Puts these pages in the place of a paper's texts inside the caller's transaction. */
  addText(db: Database, facts: Facts, pages: PageText[]): Promise<void>
  /** Empties the index inside the caller's transaction. */
  clear(db: Database): Promise<void>
  /**
   * Does what writes to the index inside the caller's transaction. After a fault of the index only this is undone, the
   * transaction can go on, and the answer is false; any other error is thrown.
   */
  attempt(db: Database, write: () => Promise<void>): Promise<boolean>
  /** How far it is made; throws when the index is broken. */
  state(readDb: ReadDatabase): Promise<IndexState>
  /** Hits newest first, at most `limit`. */
  match(readDb: ReadDatabase, question: Question, limit: number): Promise<Facts[]>
  /** How many of the newest hits have each value of each facet, the facet's own filter aside; `limit` hits are looked at. */
  tally(
    readDb: ReadDatabase,
    question: Question,
    facets: readonly Facet[],
    limit: number,
  ): Promise<Map<Facet, Tally>>
  /** How many hits each question has, counted up to `limit`. */
  count(readDb: ReadDatabase, questions: readonly Question[], limit: number): Promise<number[]>
  /** Pages whose text holds every term, or else, unless `isWhole`, the rarest of them; newest papers first, at most `limit`. */
  inside(
    readDb: ReadDatabase,
    question: Question & { isWhole?: boolean },
    limit: number,
  ): Promise<InsideHit[]>
  /** Of each question, in how many papers pages hold every term; of the oldest `limit` pages, `more` when there are others. */
  countInside(
    readDb: ReadDatabase,
    questions: readonly Question[],
    limit: number,
  ): Promise<{ papers: number; more: boolean }[]>
  /** The distinct words of all titles, in no order that counts. */
  words(readDb: ReadDatabase): Promise<readonly string[]>
  /** Whether a title has this word. */
  hasWord(readDb: ReadDatabase, word: string): Promise<boolean>
  /** Titles' words that begin so, those of most papers first, at most `limit`. */
  wordsFrom(
    readDb: ReadDatabase,
    beginning: string,
    limit: number,
  ): Promise<{ word: string; papers: number }[]>
  /** Titles' words that sound so, or begin to, at most `limit`. */
  wordsSounding(readDb: ReadDatabase, sound: string, isBeginning: boolean, limit: number): Promise<string[]>
  /** Whether an error says that the index is gone or damaged. */
  isBroken(error: unknown): boolean
}
