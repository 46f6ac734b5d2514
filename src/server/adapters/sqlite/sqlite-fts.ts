import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { hasTrait, type PaperFilter } from '#domain/paper/filters.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import type { AskedTerm, PageText, Question, SearchEntry, SearchIndex } from '#domain/search/search-index.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { tallyFacets } from '../search/facet-groups.ts'
import {
  discountWords,
  isTitleWord,
  readWords,
  selectWordsFrom,
  subjectSign,
  tallyWords,
  tokensOf,
  wordsOf,
} from '../search/index-tokens.ts'
import { listMostAsked, repeatsOf, selectRepeated } from '../search/like-questions.ts'
import { findPages, pageRows } from '../search/page-hits.ts'
import { readQuestionsOfPapers } from '../search/questions-of-papers.ts'
import {
  attemptWrite,
  beginWrite,
  codeOf,
  factsAt,
  firstRow,
  LOW_BITS,
  NUMBERED_BY,
  readState,
  rowAfter,
  rowsOf,
  saveProgress,
} from '../search/row-numbers.ts'
import { newestQuestions, readQuestions, replaceQuestions } from './question-texts.ts'
import {
  asksOf,
  bulkAsk,
  createTables,
  flushIndex,
  isBroken,
  mergeSome,
  tablesExist,
  textMatch,
  titleMatch,
  tokensMatch,
  within,
} from './search-tables.ts'

const VERSION = `sqlite-fts 13 ${NUMBERED_BY}`

/** A row number holds order and facets (`row-numbers.ts`): neither hits nor counts read the papers. */
export function sqliteFts(chapters: ChapterTable): SearchIndex {
  const version = `${VERSION} ${chapters.version}`
  return {
    version,
    chapters,

    async prepare(db) {
      const isThere = await tablesExist(db, version).catch(() => false)
      if (!isThere) await db.transaction().execute((tx) => createTables(tx, version))
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
        await replaceQuestions(db, entry, entry.questions, chapters)
      }
    },

    tidy: mergeSome,
    reach: saveProgress,

    async remove(db, entry) {
      const range = { from: firstRow(entry.position), below: rowAfter(entry.position) }
      const gone = await sql`delete from paper_search where ${within(range)}`.execute(db)
      if (gone.numAffectedRows === 0n) return
      await removePages(db, entry.position)
      await replaceQuestions(db, entry, [], chapters)
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
      await replaceQuestions(db, entry, questions, chapters)
      await flushIndex(db, 'question_search')
      await beginWrite(db)
    },

    clear: (db) => createTables(db, version),
    // SQLite's transactions that write come one after the other.
    takeTurn: async () => {},
    attempt: (db, write) => attemptWrite(db, write, isBroken),
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

async function selectRowsThere(db: Database, rows: number[]) {
  const there = await sql<{ row: number }>`select value as row from json_each(${JSON.stringify(rows)})
    where exists (select 1 from paper_search where rowid = value)`.execute(db)
  return new Set(there.rows.map(({ row }) => row))
}

function questionMatch({ terms, but, notOf, filter }: Question): string | null {
  const filters = tokensMatch(filter)
  const within = `(filters : (${filters.join(' AND ')}))`
  if (terms.length === 0 && hasTrait(filter) && !but) return within
  const titles = titleMatch(terms)
  if (!titles) return null
  const without = but && titleMatch(but)
  // FTS5 would walk all hits to leave out each of them.
  if (without === titles) return null
  const left = [without, notOf && `filters : "${subjectSign(notOf)}"`].filter(Boolean)
  const match = left.reduce<string>((rest, gone) => `(${rest}) NOT (${gone})`, titles)
  return filters.length > 0 ? `${within} AND (${match})` : match
}

function rangeOf({ filter }: Question) {
  const rows = rowsOf(filter)
  return rows ? sql`and ${within(rows)}` : sql``
}

async function countWords(db: Database, titles: string[]): Promise<void> {
  const papers = tallyWords(titles)
  if (papers.size === 0) return
  const rows = JSON.stringify([...papers].map(([word, count]) => [word, soundOf(word), count]))
  await sql`insert into search_words (word, sound, papers)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${rows}) where true
    on conflict (word) do update set papers = papers + excluded.papers`.execute(db)
}

async function selectWordsSounding(
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

async function addPages(db: Database, facts: Facts, pages: PageText[]): Promise<void> {
  for (const { row, words, tokens } of pageRows(facts, pages))
    await sql`insert into page_search (rowid, words) values (${row}, ${`${words} ${tokens}`})`.execute(db)
}

async function removePages(db: Database, position: number): Promise<void> {
  const range = { from: firstRow(position), below: rowAfter(position) }
  await sql`delete from page_search where ${within(range)}`.execute(db)
}

/** Newest first. */
async function newestPages(
  readDb: ReadDatabase,
  { terms, filter }: Question,
  limit: number,
): Promise<number[]> {
  const match = pagesMatch(terms, filter)
  if (!match) return []
  const rows = rowsOf(filter)
  const range = rows ? sql`and ${within(rows)}` : sql``
  const found = await sql<{ row: number }>`select rowid as row from page_search
    where page_search match ${match} ${range} order by rowid desc limit ${limit}`
    .execute(readDb)
    .catch(emptyOnPhraseError)
  return found.rows.map(({ row }) => row)
}

function pagesMatch(terms: AskedTerm[], filter: PaperFilter): string | null {
  const words = textMatch(terms)
  return words && [...tokensMatch(filter), words].join(' AND ')
}

/** Counts papers among the newest `limit` pages with all terms of a question. */
async function countPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<{ papers: number; more: boolean }[]> {
  const asked = questions.map(({ terms, filter }) => bulkAsk(pagesMatch(terms, filter), filter))
  const { rows } = await sql<{ found: string }>`select (
    select json_array(count(distinct row >> ${sql.lit(LOW_BITS)}), count(*)) from (
      select rowid as row from page_search where ${asksOf('page_search')} order by rowid desc limit ${limit})
  ) as found from json_each(${JSON.stringify(asked)}) as asked`
    .execute(readDb)
    .catch(emptyOnPhraseError)
  return rows.map(({ found }) => {
    const [papers = 0, pages = 0] = JSON.parse(found) as number[]
    return { papers, more: pages === limit }
  })
}

/** Letters newer than the tokenizer's tables split a word into a phrase, which `detail = none` cannot match. */
function emptyOnPhraseError(error: unknown): { rows: never[] } {
  if (/phrase queries are not supported/.test((error as Error).message)) return { rows: [] }
  throw error
}
