import type { ReadDatabase } from '#database/schema.ts'
import { runCompiled } from '#domain/run-compiled.server.ts'
import { plainWords } from './index-tokens.ts'
import { ownTables, readState } from './search-state.ts'

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
  const words = ownTables(readDb).selectFrom('searchWords').select('id')
  return (await words.where('word', '=', plain).where('papers', '>', 0).executeTakeFirst()) !== undefined
}

export async function selectWordsFrom(readDb: ReadDatabase, beginning: string, limit: number) {
  const [from = ''] = plainWords(beginning)
  if (from === '') return []
  return await ownTables(readDb)
    .selectFrom('searchWords')
    .select(['word', 'papers'])
    .where('word', '>=', from)
    .where('word', '<', `${from}\u{10ffff}`)
    .where('papers', '>', 0)
    .orderBy('papers', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Cached; reads only new words, by id. A word whose last paper is gone stays until a restart, finding nothing. */
export async function readWords(readDb: ReadDatabase): Promise<readonly string[]> {
  const { made } = await readState(readDb)
  const last = cache.get(readDb)
  const words = last?.made === made ? last : { made, last: 0, words: [] }
  const rows = await runCompiled(readDb, 'new words of titles', [words.last], () =>
    ownTables(readDb)
      .selectFrom('searchWords')
      .select(['id', 'word'])
      .where('id', '>', words.last)
      .orderBy('id'),
  )
  if (rows.length === 0 && last === words) return words.words
  const now = { made, last: rows.at(-1)?.id ?? 0, words: [...words.words, ...rows.map((row) => row.word)] }
  cache.set(readDb, now)
  return now.words
}

const cache = new WeakMap<ReadDatabase, { made: number; last: number; words: readonly string[] }>()
