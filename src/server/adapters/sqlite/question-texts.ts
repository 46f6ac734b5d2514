import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import type {
  AskedQuestions,
  QuestionHit,
  QuestionText,
  SearchEntry,
  StoredQuestion,
} from '#domain/search/search-index.ts'
import { questionFilterTokens, sayingsOf } from '../search/index-tokens.ts'
import { replaceLikenesses } from '../search/like-questions.ts'
import { countQuestions, filedQuestions, rowsOfQuestions } from '../search/questions-of-papers.ts'
import { questionAt, questionRowsOf, rowsBetween } from '../search/row-numbers.ts'
import { asksOf, NOTHING, signsMatch, textMatch, within } from './search-tables.ts'

export async function replaceQuestions(
  db: Database,
  entry: SearchEntry,
  questions: readonly QuestionText[],
  table: ChapterTable,
): Promise<void> {
  const filed = filedQuestions(entry, questions, table)
  await sql`delete from question_search where ${within(questionRowsOf(entry.position))}`.execute(db)
  for (const { row, words, tokens } of rowsOfQuestions(entry, filed))
    await sql`insert into question_search (rowid, words) values (${row}, ${`${words} ${tokens}`})`.execute(db)
  await countQuestions(db, [{ facts: entry, questions: filed }], table)
  await replaceLikenesses(db, entry.position, questions)
}

/** Newest first, of each. */
export async function newestQuestions(
  readDb: ReadDatabase,
  asked: readonly (readonly AskedQuestions[])[],
  limit: number,
): Promise<QuestionHit[][]> {
  const asks = asked.map((alternatives) => {
    const { from, below } = rowsBetween(alternatives[0]?.filter ?? {})
    const matches = alternatives.flatMap(({ terms, filter }) => {
      const words = terms.length === 0 ? [] : [textMatch(terms, sayingsOf)]
      const match = [...signsMatch(questionFilterTokens(filter)), ...words]
      return match.includes(null) ? [] : `(${match.join(' AND ')})`
    })
    return [matches.join(' OR ') || NOTHING, from, below]
  })
  const { rows } = await sql<{ hits: string }>`select (
    select json_group_array(row) from (
      select rowid as row from question_search where ${asksOf('question_search')}
      order by rowid desc limit ${limit})
  ) as hits from json_each(${JSON.stringify(asks)}) as asked`
    .execute(readDb)
    .catch((error: unknown) => {
      if (/phrase queries are not supported/.test((error as Error).message)) return { rows: [] }
      throw error
    })
  return asked.map((_, at) => (JSON.parse(rows[at]?.hits ?? '[]') as number[]).map(questionAt))
}

export async function readQuestions(
  readDb: ReadDatabase,
  hits: readonly QuestionHit[],
): Promise<StoredQuestion[]> {
  if (hits.length === 0) return []
  const asked = JSON.stringify(hits.map(({ position, place }) => [position, place]))
  const { rows } = await sql<StoredQuestion>`select papers.position, questions.place, questions.marks,
      questions.number, questions.section, questions.printings,
      (select count(*) from questions as earlier where earlier.file_key = questions.file_key
        and earlier.place < questions.place and earlier.number = questions.number) as same_before
    from json_each(${asked}) as asked
    join papers on papers.position = asked.value ->> 0
    join questions on questions.file_key = papers.file_key and questions.place = asked.value ->> 1`.execute(
    readDb,
  )
  return rows
}
