import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Question, SearchEntry, SearchIndex } from '#domain/search/search-index.ts'
import { tallyFacets } from '../facet-groups.ts'
import { tokensOf } from '../index-tokens.ts'
import { listMostAsked, repeatsOf, selectRepeated } from '../like-questions.ts'
import { findPages } from '../page-hits.ts'
import { readQuestionsOfPapers } from '../questions-of-papers.ts'
import { codeOf, factsAt, firstRow, NUMBERED_BY, rowAfter } from '../row-numbers.ts'
import { beginWrite, readState, saveProgress } from '../search-state.ts'
import { isTitleWord, readWords, selectWordsFrom } from '../title-words.ts'
import { countWords, discountWords, selectWordsSounding } from './counted-words.ts'
import { newestRows } from './newest-rows.ts'
import { countPages, newestPages, removePages, replacePages } from './page-texts.ts'
import { titleQuery, titleVector } from './query-language.ts'
import { newestQuestions, readQuestions, replaceQuestions } from './question-texts.ts'
import { scanOf } from './row-scans.ts'
import { writeOrRollBack } from './savepoint.ts'
import { addWaiting, analyzeTables, areTablesThere, createTables, isBroken } from './search-tables.ts'

const VERSION = `postgres 6 ${NUMBERED_BY}`

/** Words are cut, folded and stemmed here and not by the database, whose own way depends on how it was set up. */
export const postgresSearch: SearchIndex = {
  version: VERSION,

  async prepare(db) {
    if (await areTablesThere(db, VERSION)) return
    await db.transaction().execute((tx) => createTables(tx, VERSION))
  },

  async add(db, entry) {
    await beginWrite(db)
    await addEntries(db, [entry])
  },

  async addMany(db, entries) {
    await beginWrite(db)
    await addEntries(db, entries)
    await replacePages(db, entries)
    await replaceQuestions(db, entries)
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
    await replaceQuestions(db, [{ ...entry, questions: [] }])
    await discountWords(db, wordsOf(entry))
  },

  async addText(db, facts, pages) {
    await beginWrite(db)
    await replacePages(db, [{ ...facts, pages }])
  },

  async addQuestions(db, entry, questions) {
    await beginWrite(db)
    await replaceQuestions(db, [{ ...entry, questions }])
  },

  clear: (db) => createTables(db, VERSION),
  takeTurn: beginWrite,
  attempt: writeOrRollBack,
  state: readState,

  async match(readDb, question, limit) {
    const [rows = []] = await titleRows(readDb, [question], limit)
    return rows.map(factsAt)
  },

  async count(readDb, questions, limit) {
    return (await titleRows(readDb, questions, limit)).map((rows) => rows.length)
  },

  async tally(readDb, question, facets, limit) {
    return await tallyFacets(question, facets, limit, async (asked) => {
      const [rows = []] = await titleRows(readDb, [asked], limit)
      return rows
    })
  },

  async inside(readDb, question, limit) {
    return await findPages(question, limit, async (asked, most) => {
      const [rows = []] = await newestPages(readDb, [asked], most)
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

function wordsOf({ title, words }: SearchEntry) {
  return `${title} ${words}`
}
