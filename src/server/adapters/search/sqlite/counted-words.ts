import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { countedWords, tallyWords } from '../title-words.ts'

export async function countWords(db: Database, titles: string[]): Promise<void> {
  const papers = tallyWords(titles)
  if (papers.size === 0) return
  const rows = JSON.stringify([...papers].map(([word, count]) => [word, soundOf(word), count]))
  await sql`insert into search_words (word, sound, papers)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${rows}) where true
    on conflict (word) do update set papers = papers + excluded.papers`.execute(db)
}

export async function discountWords(db: Database, title: string): Promise<void> {
  await sql`update search_words set papers = papers - 1
    where word in (select value from json_each(${JSON.stringify(countedWords(title))})) and papers > 0`.execute(
    db,
  )
}

export async function selectWordsSounding(
  readDb: ReadDatabase,
  sound: string,
  isBeginning: boolean,
  limit: number,
): Promise<string[]> {
  const below = isBeginning ? `${sound}\u{10ffff}` : `${sound}\u0000`
  const { rows } = await sql<{ word: string }>`select word from search_words
    where sound <> '' and sound >= ${sound} and sound < ${below} and papers > 0
    order by papers desc limit ${limit}`.execute(readDb)
  return rows.map((row) => row.word)
}
