import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { countedWords, tallyWords } from '../title-words.ts'

export async function countWords(db: Database, titles: string[]): Promise<void> {
  const papers = tallyWords(titles)
  if (papers.size === 0) return
  const words = [...papers.keys()]
  await sql`insert into search_words as known (word, sound, papers)
    select * from unnest(${words}::text[], ${words.map(soundOf)}::text[], ${[...papers.values()]}::bigint[])
    on conflict (word) do update set papers = known.papers + excluded.papers`.execute(db)
}

export async function discountWords(db: Database, title: string): Promise<void> {
  await sql`update search_words set papers = papers - 1
    where word = any(${countedWords(title)}::text[]) and papers > 0`.execute(db)
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
