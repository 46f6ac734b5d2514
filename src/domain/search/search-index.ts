import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import type { ChapterShare } from '#domain/questions/chapters/paper-chapters.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'

export type SearchEntry = Facts & { title: string; words: string; codes: readonly string[] }

/** `ways` are synonyms, each of one word or several in a row; `beginnings` match by prefix; `code` replaces words. Of questions
 * `isOfTitle` asks for those of papers whose title says it, `mayBeOfTitle` for these and for those whose text does. */
export type AskedTerm = {
  ways: string[][]
  beginnings?: string[]
  code?: AskedCode
  isOfTitle?: true
  mayBeOfTitle?: true
}

/** As "65/2/2"; with `isSeries`, all codes that begin with its parts. */
export type AskedCode = { code: string; isSeries: boolean }

/** Papers with every term within the filter, without a term none, but all of a trait; without those that have all of `but` or the subject `notOf`. */
export type Question = { terms: AskedTerm[]; but?: AskedTerm[]; notOf?: Subject; filter: PaperFilter }

/** How many of the newest hits have each value; `isWhole` when all hits were counted. */
export type Tally = { counts: Map<string, number>; isWhole: boolean }

export type PageText = { page: number; text: string }

export type InsideHit = { position: number; page: number }

/** `place` counts a paper's questions from 1. */
export type QuestionText = { place: number; marks: number | null; text: string }
/** Questions with every term; of no terms all within the filter. */
export type AskedQuestions = { terms: AskedTerm[]; filter: QuestionFilter }
export type QuestionHit = { position: number; place: number; marks: number | null }
/** A question as it is stored: `printings` is JSON, `sameBefore` counts those of its number before it in its paper. */
export type StoredQuestion = QuestionHit & {
  number: string
  section: string | null
  printings: string
  sameBefore: number
}
/** `likeness` is the same for those that are alike, `years` counts those in which they were asked. */
export type RepeatedQuestion = { likeness: number; years: number }
/** How many questions a paper has of so many marks, 0 for those of unknown marks; the chapters of each, and by chapter. */
export type QuestionsOfPaper = {
  facts: Facts
  /** The word of its title by which it has another list of chapters than other papers of its class; else ''. */
  course: string
  counts: [marks: number, questions: number][]
  /** For `chaptersAt`. */
  chapters: string
  shares: readonly ChapterShare[]
}

/** Hits that are listed at most: counting every hit of a common word is what makes search slow. */
export const SEARCH_COUNT_LIMIT = 600

/** `age` grows with every change; entries from position `from` up are there: all for 0, none for null. */
export type IndexState = { age: number; from: number | null }

/** Derived: it can be emptied and rebuilt from what is stored. Writes are part of the caller's transaction. */
export type SearchIndex = {
  /** Changes when entries must be made again. */
  version: string
  /** By which chapters of questions are found. */
  chapters: ChapterTable
  prepare(db: Database): Promise<void>
  /** Idempotent. */
  add(db: Database, entry: SearchEntry): Promise<void>
  /** In the order of their positions. */
  addMany(
    db: Database,
    entries: (SearchEntry & { pages: PageText[]; questions: QuestionText[] })[],
  ): Promise<void>
  /** Merges some segments, since many make searches slow, and tells whether there are more to merge.
   * With `isWhole` into one: the call with `isFirst` begins that, the others continue it. */
  tidy(db: Database, how: { isWhole: boolean; isFirst: boolean }): Promise<boolean>
  /** Stores down to which position entries are made. */
  reach(db: Database, from: number): Promise<void>
  remove(db: Database, entry: SearchEntry): Promise<void>
  /** Replaces a paper's texts. */
  addText(db: Database, facts: Facts, pages: PageText[]): Promise<void>
  /** Replaces a paper's questions. */
  addQuestions(db: Database, entry: SearchEntry, questions: QuestionText[]): Promise<void>
  clear(db: Database): Promise<void>
  /** Until the transaction ends nobody else writes to the index: what is read for it after that is still so when it is written. */
  takeTurn(db: Database): Promise<void>
  /** Runs `write`; a fault of the index rolls back only this, and the result is false. Other errors are thrown. */
  attempt(db: Database, write: () => Promise<void>): Promise<boolean>
  /** Throws when the index is broken. */
  state(readDb: ReadDatabase): Promise<IndexState>
  match(readDb: ReadDatabase, question: Question, limit: number): Promise<Facts[]>
  /** Counts of the newest `limit` hits, each facet without its own filter. */
  tally(
    readDb: ReadDatabase,
    question: Question,
    facets: readonly Facet[],
    limit: number,
  ): Promise<Map<Facet, Tally>>
  /** Hits of each question, counted up to `limit`. */
  count(readDb: ReadDatabase, questions: readonly Question[], limit: number): Promise<number[]>
  /** Pages whose text has every term (else, unless `isWhole`, the rarest of them), newest papers first. */
  inside(
    readDb: ReadDatabase,
    question: Question & { isWhole?: boolean },
    limit: number,
  ): Promise<InsideHit[]>
  /** Per question, papers with a page that has every term, of the newest `limit` pages; `more` tells of others. */
  countInside(
    readDb: ReadDatabase,
    questions: readonly Question[],
    limit: number,
  ): Promise<{ papers: number; more: boolean }[]>
  /** Of each that is asked, those of any of its alternatives, which are of the same years, newest papers first, up to `limit`. */
  questions(
    readDb: ReadDatabase,
    asked: readonly (readonly AskedQuestions[])[],
    limit: number,
  ): Promise<QuestionHit[][]>
  /** Those that are still stored, in no order. */
  readQuestions(readDb: ReadDatabase, hits: readonly QuestionHit[]): Promise<StoredQuestion[]>
  /** By position; the same map until a paper's questions change. */
  questionsOfPapers(readDb: ReadDatabase): Promise<ReadonlyMap<number, QuestionsOfPaper>>
  /** Of each that was asked in several years, the newest one like it of each year, in their order; of its own year itself. */
  repeatsOf(readDb: ReadDatabase, hits: readonly QuestionHit[]): Promise<QuestionHit[][]>
  /** Null for a hit that was asked in one year alone. */
  repeated(readDb: ReadDatabase, hits: readonly QuestionHit[]): Promise<(RepeatedQuestion | null)[]>
  /**
   * Of all that were asked in several years, those of most years first, then the newest; of those that are alike the first
   * one for which `isWithin` holds.
   */
  mostAsked(
    readDb: ReadDatabase,
    isWithin: (hit: QuestionHit) => boolean,
    limit: number,
  ): Promise<QuestionHit[]>
  words(readDb: ReadDatabase): Promise<readonly string[]>
  hasWord(readDb: ReadDatabase, word: string): Promise<boolean>
  /** Words of titles with this beginning, those of most papers first. */
  wordsFrom(
    readDb: ReadDatabase,
    beginning: string,
    limit: number,
  ): Promise<{ word: string; papers: number }[]>
  wordsSounding(readDb: ReadDatabase, sound: string, isBeginning: boolean, limit: number): Promise<string[]>
  isBroken(error: unknown): boolean
}
