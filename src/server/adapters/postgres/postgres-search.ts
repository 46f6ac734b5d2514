// Longer than other files: the one search index of PostgreSQL, with its papers, pages and questions.

import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import type {
  AskedQuestions,
  PageText,
  Question,
  QuestionHit,
  QuestionText,
  SearchEntry,
  SearchIndex,
  StoredQuestion,
} from '#domain/search/search-index.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { tallyFacets } from '../search/facet-groups.ts'
import {
  discountWords,
  isTitleWord,
  questionFilterTokens,
  readWords,
  selectWordsFrom,
  tallyWords,
  tokensOf,
  wordsOf,
} from '../search/index-tokens.ts'
import { listMostAsked, repeatsOf, replaceLikenesses, selectRepeated } from '../search/like-questions.ts'
import { findPages, pageRows } from '../search/page-hits.ts'
import {
  countQuestions,
  filedQuestions,
  readQuestionsOfPapers,
  rowsOfQuestions,
} from '../search/questions-of-papers.ts'
import {
  attemptWrite,
  beginWrite,
  codeOf,
  factsAt,
  firstRow,
  LOW_BITS,
  NUMBERED_BY,
  positionAt,
  questionAt,
  questionRowsOf,
  readState,
  rowAfter,
  rowsBetween,
  saveProgress,
} from '../search/row-numbers.ts'
import {
  newestRows,
  pagesQuery,
  pageVector,
  questionsQuery,
  scanOf,
  titleQuery,
  titleVector,
} from './query-language.ts'
import { addWaiting, analyzeTables, createTables, isBroken, tablesExist } from './search-tables.ts'

const AT_ONCE = 200

type PaperQuestions = SearchEntry & { questions: readonly QuestionText[] }

async function replaceQuestions(
  db: Database,
  papers: readonly PaperQuestions[],
  table: ChapterTable,
): Promise<void> {
  if (papers.length === 0) return
  for (const { position } of papers) {
    const { from, below } = questionRowsOf(position)
    await sql`delete from question_search where row >= ${from} and row < ${below}`.execute(db)
  }
  const filed = papers.map((paper) => ({
    facts: paper,
    questions: filedQuestions(paper, paper.questions, table),
  }))
  const rows = filed.flatMap(({ facts, questions }) => rowsOfQuestions(facts, questions))
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const vectors = some.map(({ words, tokens }) => pageVector(words, tokens))
    await sql`insert into question_search (row, terms)
      select * from unnest(${some.map(({ row }) => row)}::bigint[], ${vectors}::tsvector[])`.execute(db)
  }
  await countQuestions(db, filed, table)
  for (const { position, questions } of papers) await replaceLikenesses(db, position, questions)
}

/** Newest first, of each. */
async function newestQuestions(
  readDb: ReadDatabase,
  asked: readonly (readonly AskedQuestions[])[],
  limit: number,
): Promise<QuestionHit[][]> {
  const scans = asked.map((alternatives) => {
    const queries = alternatives.flatMap(
      ({ terms, filter }) => questionsQuery(terms, questionFilterTokens(filter)) ?? [],
    )
    return queries.length === 0 ? null : { queries, ...rowsBetween(alternatives[0]?.filter ?? {}) }
  })
  return (await newestRows(readDb, 'question_search', scans, limit)).map((rows) => rows.map(questionAt))
}

async function readQuestions(readDb: ReadDatabase, hits: readonly QuestionHit[]): Promise<StoredQuestion[]> {
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

const PAGES_AT_ONCE = 100

type PaperTexts = Facts & { pages: PageText[] }

/** Many pages a statement: one for each would wait for the database as often as it works. */
async function replacePages(db: Database, papers: readonly PaperTexts[]): Promise<void> {
  if (papers.length === 0) return
  await removePages(
    db,
    papers.map(({ position }) => position),
  )
  const pages = papers.flatMap((paper) => pageRows(paper, paper.pages))
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    const some = pages.slice(at, at + PAGES_AT_ONCE)
    const vectors = some.map(({ words, tokens }) => pageVector(words, tokens))
    await sql`insert into page_search (row, terms)
      select * from unnest(${some.map(({ row }) => row)}::bigint[], ${vectors}::tsvector[])`.execute(db)
  }
}

/** Bounds around all of them, since PostgreSQL would walk the whole table for each of many ranges. */
async function removePages(db: Database, positions: readonly number[]): Promise<void> {
  const rows = positions.map(firstRow)
  await sql`delete from page_search
    where row >= ${Math.min(...rows)} and row < ${Math.max(...positions.map(rowAfter))}
      and (row >> ${sql.lit(LOW_BITS)} << ${sql.lit(LOW_BITS)}) = any(${rows}::bigint[])`.execute(db)
}

/** Counts papers among the newest `limit` pages with all terms of a question. */
async function countPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<{ papers: number; more: boolean }[]> {
  const found = await newestPages(readDb, questions, limit)
  return found.map((rows) => ({ papers: new Set(rows.map(positionAt)).size, more: rows.length === limit }))
}

/** Newest first, of each question. */
async function newestPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<number[][]> {
  const scans = questions.map(({ terms, filter }) => scanOf(pagesQuery(terms, filter), filter))
  return await newestRows(readDb, 'page_search', scans, limit)
}

const VERSION = `postgres 10 ${NUMBERED_BY}`

/** Words are cut, folded and stemmed here and not by the database, whose own way depends on how it was set up. */
export function postgresSearch(chapters: ChapterTable): SearchIndex {
  const version = `${VERSION} ${chapters.version}`
  return {
    version,
    chapters,

    async prepare(db) {
      if (await tablesExist(db, version)) return
      await db.transaction().execute((tx) => createTables(tx, version))
    },

    async add(db, entry) {
      await beginWrite(db)
      await addEntries(db, [entry])
    },

    async addMany(db, entries) {
      await beginWrite(db)
      await addEntries(db, entries)
      await replacePages(db, entries)
      await replaceQuestions(db, entries, chapters)
    },

    async tidy(db, { isWhole, isFirst }) {
      if (!isWhole) return false
      await (isFirst ? addWaiting(db) : analyzeTables(db))
      return isFirst
    },
    reach: saveProgress,

    async remove(db, entry) {
      await beginWrite(db)
      const gone = await sql`delete from paper_search
      where row >= ${firstRow(entry.position)} and row < ${rowAfter(entry.position)}`.execute(db)
      if (gone.numAffectedRows === 0n) return
      await removePages(db, [entry.position])
      await replaceQuestions(db, [{ ...entry, questions: [] }], chapters)
      await discountWords(db, wordsOf(entry))
    },

    async addText(db, facts, pages) {
      await beginWrite(db)
      await replacePages(db, [{ ...facts, pages }])
    },

    async addQuestions(db, entry, questions) {
      await beginWrite(db)
      await replaceQuestions(db, [{ ...entry, questions }], chapters)
    },

    clear: (db) => createTables(db, version),
    takeTurn: beginWrite,
    attempt: (db, write) => attemptWrite(db, write, isBroken),
    state: readState,

    async match(readDb, question, limit) {
      const [rows = []] = await titleRows(readDb, [question], limit)
      return rows.map(factsAt)
    },

    async count(readDb, questions, limit) {
      return (await titleRows(readDb, questions, limit)).map((rows) => rows.length)
    },

    async tally(readDb, question, facets, limit) {
      return await tallyFacets(question, facets, limit, async (query) => {
        const [rows = []] = await titleRows(readDb, [query], limit)
        return rows
      })
    },

    async inside(readDb, question, limit) {
      return await findPages(question, limit, async (query, most) => {
        const [rows = []] = await newestPages(readDb, [query], most)
        return rows
      })
    },

    countInside: countPages,
    questions: newestQuestions,
    readQuestions,
    questionsOfPapers: readQuestionsOfPapers,
    repeatsOf,
    repeated: selectRepeated,
    mostAsked: listMostAsked,
    words: readWords,
    hasWord: isTitleWord,
    wordsFrom: selectWordsFrom,
    wordsSounding: selectWordsSounding,
    isBroken,
  }
}

async function titleRows(readDb: ReadDatabase, questions: readonly Question[], limit: number) {
  const scans = questions.map((question) => scanOf(titleQuery(question), question.filter))
  return await newestRows(readDb, 'paper_search', scans, limit)
}

async function addEntries(db: Database, entries: SearchEntry[]) {
  const rowOf = (entry: SearchEntry) => firstRow(entry.position) + codeOf(entry)
  const vectors = entries.map((entry) => titleVector(entry.title, entry.words, tokensOf(entry, entry.codes)))
  const { rows } = await sql<{ row: number }>`insert into paper_search (row, terms)
    select row, terms::tsvector from unnest(${entries.map(rowOf)}::bigint[], ${vectors}::text[]) as made (row, terms)
    on conflict do nothing returning row`.execute(db)
  const added = new Set(rows.map(({ row }) => row))
  await countWords(db, entries.filter((entry) => added.has(rowOf(entry))).map(wordsOf))
}

async function countWords(db: Database, titles: string[]): Promise<void> {
  const papers = tallyWords(titles)
  if (papers.size === 0) return
  const words = [...papers.keys()]
  await sql`insert into search_words as known (word, sound, papers)
    select * from unnest(${words}::text[], ${words.map(soundOf)}::text[], ${[...papers.values()]}::bigint[])
    on conflict (word) do update set papers = known.papers + excluded.papers`.execute(db)
}

async function selectWordsSounding(
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
