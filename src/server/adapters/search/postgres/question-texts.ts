import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type {
  AskedQuestions,
  QuestionHit,
  QuestionText,
  SearchEntry,
  StoredQuestion,
} from '#domain/search/search-index.ts'
import { questionFilterTokens } from '../index-tokens.ts'
import { replaceLikenesses } from '../like-questions.ts'
import { rowsOfQuestions } from '../question-rows.ts'
import { countQuestions } from '../questions-of-papers.ts'
import { questionAt, questionRowsOf, rowsBetween } from '../row-numbers.ts'
import { newestRows } from './newest-rows.ts'
import { pageVector, questionsQuery } from './query-language.ts'

const AT_ONCE = 200

type PaperQuestions = SearchEntry & { questions: readonly QuestionText[] }

export async function replaceQuestions(db: Database, papers: readonly PaperQuestions[]): Promise<void> {
  if (papers.length === 0) return
  for (const { position } of papers) {
    const { from, below } = questionRowsOf(position)
    await sql`delete from question_search where row >= ${from} and row < ${below}`.execute(db)
  }
  const rows = papers.flatMap((paper) => rowsOfQuestions(paper, paper.questions))
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const vectors = some.map(({ words, tokens }) => pageVector(words, tokens))
    await sql`insert into question_search (row, terms)
      select * from unnest(${some.map(({ row }) => row)}::bigint[], ${vectors}::tsvector[])`.execute(db)
  }
  await countQuestions(
    db,
    papers.map((paper) => ({ facts: paper, questions: paper.questions })),
  )
  for (const { position, questions } of papers) await replaceLikenesses(db, position, questions)
}

/** Newest first, of each. */
export async function newestQuestions(
  readDb: ReadDatabase,
  asked: readonly AskedQuestions[],
  limit: number,
): Promise<QuestionHit[][]> {
  const scans = asked.map(({ terms, filter }) => {
    const query = questionsQuery(terms, questionFilterTokens(filter))
    return query === null ? null : { query, ...rowsBetween(filter) }
  })
  return (await newestRows(readDb, 'question_search', scans, limit)).map((rows) => rows.map(questionAt))
}

export async function readQuestions(
  readDb: ReadDatabase,
  hits: readonly QuestionHit[],
): Promise<StoredQuestion[]> {
  if (hits.length === 0) return []
  const [positions, places] = [hits.map(({ position }) => position), hits.map(({ place }) => place)]
  const { rows } = await sql<StoredQuestion>`select papers.position, questions.place, questions.marks,
      questions.number, questions.section, questions.printings,
      (select count(*) from questions as earlier where earlier.file_key = questions.file_key
        and earlier.place < questions.place and earlier.number = questions.number) as same_before
    from unnest(${positions}::bigint[], ${places}::bigint[]) as asked (position, place)
    join papers on papers.position = asked.position
    join questions on questions.file_key = papers.file_key and questions.place = asked.place`.execute(readDb)
  return rows
}
