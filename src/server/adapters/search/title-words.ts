import { sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import { plainWords } from './index-tokens.ts'
import { readState } from './search-state.ts'

const LONGEST = 80

/** In how many of these titles each word stands. */
export function tallyWords(titles: string[]): Map<string, number> {
  const papers = new Map<string, number>()
  for (const title of titles)
    for (const word of countedWords(title)) papers.set(word, (papers.get(word) ?? 0) + 1)
  return papers
}

export function countedWords(title: string): string[] {
  return [...new Set(plainWords(title))].filter((word) => word.length <= LONGEST && /\p{L}/u.test(word))
}

export async function isTitleWord(readDb: ReadDatabase, word: string): Promise<boolean> {
  const [plain = ''] = plainWords(word)
  const { rows } = await sql`select 1 from search_words where word = ${plain} and papers > 0`.execute(readDb)
  return rows.length > 0
}

export async function selectWordsFrom(readDb: ReadDatabase, beginning: string, limit: number) {
  const [from = ''] = plainWords(beginning)
  if (from === '') return []
  const { rows } = await sql<{ word: string; papers: number }>`select word, papers from search_words
    where word >= ${from} and word < ${`${from}\u{10ffff}`} and papers > 0
    order by papers desc, id limit ${limit}`.execute(readDb)
  return rows
}

export async function selectWordsSounding(
  readDb: ReadDatabase,
  sound: string,
  isBeginning: boolean,
  limit: number,
): Promise<string[]> {
  const matches = isBeginning
    ? sql`sound >= ${sound} and sound < ${`${sound}\u{10ffff}`}`
    : sql`sound = ${sound}`
  const { rows } = await sql<{ word: string }>`select word from search_words
    where sound <> '' and ${matches} and papers > 0 order by papers desc, id limit ${limit}`.execute(readDb)
  return rows.map((row) => row.word)
}

/** Cached; reads only new words, by id. A word whose last paper is gone stays until a restart, finding nothing. */
export async function readWords(readDb: ReadDatabase): Promise<readonly string[]> {
  const { made } = await readState(readDb)
  const last = cache.get(readDb)
  const words = last?.made === made ? last : { made, last: 0, words: [] }
  const { rows } = await sql<{ id: number; word: string }>`select id, word from search_words
    where id > ${words.last} order by id`.execute(readDb)
  if (rows.length === 0 && last === words) return words.words
  const now = { made, last: rows.at(-1)?.id ?? 0, words: [...words.words, ...rows.map((row) => row.word)] }
  cache.set(readDb, now)
  return now.words
}

const cache = new WeakMap<ReadDatabase, { made: number; last: number; words: readonly string[] }>()
