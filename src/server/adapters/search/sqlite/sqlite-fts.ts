import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Question, SearchEntry, SearchIndex } from '#domain/search/search-index.ts'
import { tallyFacets } from '../facet-groups.ts'
import { subjectSign, tokensOf } from '../index-tokens.ts'
import { listMostAsked, repeatsOf, selectRepeated } from '../like-questions.ts'
import { findPages } from '../page-hits.ts'
import { readQuestionsOfPapers } from '../questions-of-papers.ts'
import { codeOf, factsAt, firstRow, NUMBERED_BY, rowAfter, rowsOf } from '../row-numbers.ts'
import { beginWrite, readState, saveProgress } from '../search-state.ts'
import { isTitleWord, readWords, selectWordsFrom } from '../title-words.ts'
import { asksOf, bulkAsk } from './bulk-match.ts'
import { countWords, discountWords, selectWordsSounding } from './counted-words.ts'
import { titleMatch, tokensMatch } from './match-language.ts'
import { addPages, countPages, newestPages, removePages } from './page-texts.ts'
import { newestQuestions, readQuestions, replaceQuestions } from './question-texts.ts'
import { within } from './row-range.ts'
import { writeOrRollBack } from './savepoint.ts'
import { areTablesThere, createTables, flushIndex, isBroken, mergeSome } from './search-tables.ts'

const VERSION = `sqlite-fts 9 ${NUMBERED_BY}`

/** A row number holds order and facets (`row-numbers.ts`): neither hits nor counts read the papers. */
export const sqliteFts: SearchIndex = {
  version: VERSION,

  async prepare(db) {
    const isThere = await areTablesThere(db, VERSION).catch(() => false)
    if (!isThere) await db.transaction().execute((tx) => createTables(tx, VERSION))
  },

  async add(db, entry) {
    await addEntries(db, [entry])
    await flushIndex(db, 'paper_search')
    await beginWrite(db)
  },

  async addMany(db, entries) {
    await addEntries(db, entries)
    for (const entry of entries) {
      await removePages(db, entry.position)
      await addPages(db, entry, entry.pages)
      await replaceQuestions(db, entry, entry.questions)
    }
  },

  tidy: mergeSome,
  reach: saveProgress,

  async remove(db, entry) {
    const range = { from: firstRow(entry.position), below: rowAfter(entry.position) }
    const gone = await sql`delete from paper_search where ${within(range)}`.execute(db)
    if (gone.numAffectedRows === 0n) return
    await removePages(db, entry.position)
    await replaceQuestions(db, entry, [])
    await discountWords(db, wordsOf(entry))
    await flushIndex(db, 'paper_search', 'page_search', 'question_search')
    await beginWrite(db)
  },

  async addText(db, facts, pages) {
    await removePages(db, facts.position)
    await addPages(db, facts, pages)
    await flushIndex(db, 'page_search')
    await beginWrite(db)
  },

  async addQuestions(db, entry, questions) {
    await replaceQuestions(db, entry, questions)
    await flushIndex(db, 'question_search')
    await beginWrite(db)
  },

  clear: (db) => createTables(db, VERSION),
  // SQLite's transactions that write come one after the other.
  takeTurn: async () => {},
  attempt: writeOrRollBack,
  state: readState,

  async match(readDb, question, limit) {
    return (await titleRows(readDb, question, limit)).map(factsAt)
  },

  async count(readDb, questions, limit) {
    const asked = questions.map((question) => bulkAsk(questionMatch(question), question.filter))
    const { rows } = await sql<{ hits: number }>`select (
      select count(*) from (select 1 from paper_search where ${asksOf('paper_search')} limit ${limit})
    ) as hits from json_each(${JSON.stringify(asked)}) as asked`.execute(readDb)
    return rows.map(({ hits }) => hits)
  },

  async tally(readDb, question, facets, limit) {
    return await tallyFacets(question, facets, limit, (asked) => titleRows(readDb, asked, limit))
  },

  async inside(readDb, question, limit) {
    return await findPages(question, limit, (asked, most) => newestPages(readDb, asked, most))
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

/** Newest first. As JSON: a row for each hit takes twice as long. */
async function titleRows(readDb: ReadDatabase, question: Question, limit: number): Promise<number[]> {
  const match = questionMatch(question)
  if (!match) return []
  const { rows } = await sql<{ hits: string }>`select json_group_array(hit) as hits from (
    select rowid as hit from paper_search
    where paper_search match ${match} ${rangeOf(question)} order by rowid desc limit ${limit})`.execute(
    readDb,
  )
  return JSON.parse(rows[0]?.hits ?? '[]') as number[]
}

async function addEntries(db: Database, entries: SearchEntry[]) {
  const rowOf = (entry: SearchEntry) => firstRow(entry.position) + codeOf(entry)
  const there = await selectRowsThere(db, entries.map(rowOf))
  const added = entries.filter((entry) => !there.has(rowOf(entry)))
  for (const entry of added) {
    await sql`insert into paper_search (rowid, title, words, filters)
      values (${rowOf(entry)}, ${entry.title}, ${entry.words}, ${tokensOf(entry, entry.codes)})`.execute(db)
  }
  await countWords(db, added.map(wordsOf))
}

function wordsOf({ title, words }: SearchEntry) {
  return `${title} ${words}`
}

async function selectRowsThere(db: Database, rows: number[]) {
  const there = await sql<{ row: number }>`select value as row from json_each(${JSON.stringify(rows)})
    where exists (select 1 from paper_search where rowid = value)`.execute(db)
  return new Set(there.rows.map(({ row }) => row))
}

function questionMatch({ terms, but, notOf, filter }: Question): string | null {
  const filters = tokensMatch(filter)
  const within = `(filters : (${filters.join(' AND ')}))`
  if (terms.length === 0 && filter.level && !but) return within
  const asked = titleMatch(terms)
  if (!asked) return null
  const without = but && titleMatch(but)
  // FTS5 would walk all hits to leave out each of them.
  if (without === asked) return null
  const left = [without, notOf && `filters : "${subjectSign(notOf)}"`].filter(Boolean)
  const match = left.reduce<string>((rest, gone) => `(${rest}) NOT (${gone})`, asked)
  return filters.length > 0 ? `${within} AND (${match})` : match
}

function rangeOf({ filter }: Question) {
  const rows = rowsOf(filter)
  return rows ? sql`and ${within(rows)}` : sql``
}
