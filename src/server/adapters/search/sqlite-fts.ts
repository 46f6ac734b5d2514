import { sql } from 'kysely'
import { MONTHS } from '#domain/catalogue/paper.ts'
import type { Question, SearchIndex } from '#domain/search/search-index.ts'
import { soundOf } from '#domain/search/sounds.ts'
import { filterTokens, sayTitle, tokensOf } from './match-language.ts'
import { addPages, findPages, removePages } from './page-texts.ts'
import { codeOf, factsAt, firstRow, NUMBERED_BY, rowAfter, rowsOf } from './row-numbers.ts'
import { areTablesThere, createTables, growOlder, isBroken, keepReached, readState } from './search-tables.ts'
import { tallyFacets } from './tally.ts'
import { countWords, isTitleWord, readWords, selectWordsFrom, selectWordsSounding } from './title-words.ts'

const VERSION = `sqlite-fts 3 ${NUMBERED_BY}`

/**
 * Full-text search by SQLite's FTS5. A row number is a paper's place and facets (`row-numbers.ts`), so that "newest
 * first" is the order of the index itself, filters are tokens of the index, and neither a hit nor a count looks at a
 * paper. Tables, language and words have files of their own.
 */
export const sqliteFts: SearchIndex = {
  version: VERSION,

  async prepare(db) {
    const isThere = await areTablesThere(db, VERSION).catch(() => false)
    if (!isThere) await db.transaction().execute((tx) => createTables(tx, VERSION))
  },

  async add(db, entry) {
    const row = firstRow(entry.position) + codeOf(entry)
    const there = await sql`select 1 from paper_search where rowid = ${row}`.execute(db)
    if (there.rows.length > 0) return
    await sql`insert into paper_search (rowid, words, filters) values (${row}, ${entry.words}, ${tokensOf(entry)})`.execute(
      db,
    )
    await countWords(db, entry.words, 1, soundOf)
    await growOlder(db)
  },

  async remove(db, entry) {
    const range = sql`rowid >= ${firstRow(entry.position)} and rowid < ${rowAfter(entry.position)}`
    const gone = await sql`delete from paper_search where ${range}`.execute(db)
    if (gone.numAffectedRows === 0n) return
    await removePages(db, entry.position)
    await countWords(db, entry.words, -1, soundOf)
    await growOlder(db)
  },

  async addText(db, facts, pages) {
    await removePages(db, facts.position)
    await addPages(db, facts, pages)
    await growOlder(db)
  },

  clear: (db) => createTables(db, VERSION),
  state: readState,
  reach: keepReached,

  async match(reader, question, limit) {
    const match = sayQuestion(question)
    if (!match) return []
    const { rows } = await sql<{ row: number }>`select rowid as row from paper_search
      where paper_search match ${match} ${rangeOf(question)} order by rowid desc limit ${limit}`.execute(reader)
    return rows.map(({ row }) => factsAt(row))
  },

  async tally(reader, question, facets, limit) {
    return await tallyFacets(reader, question, facets, limit, (asked) => {
      const match = sayQuestion(asked)
      return match ? { match, range: rangeOf(asked) } : null
    })
  },

  inside: findPages,
  words: readWords,
  hasWord: isTitleWord,
  wordsFrom: selectWordsFrom,
  wordsSounding: selectWordsSounding,
  isBroken,
}

function sayQuestion({ terms, but, filter }: Question): string | null {
  const words = sayTitle(terms)
  if (!words) return null
  const without = but && sayTitle(but)
  const said = without ? `((words : (${words})) NOT (words : (${without})))` : `(words : (${words}))`
  const filters = filterTokens(filter, filter.year !== undefined)
  return filters.length > 0 ? `(filters : (${filters.map((token) => `"${token}"`).join(' AND ')})) AND ${said}` : said
}

function rangeOf({ filter }: Question) {
  const rows = rowsOf(filter, filter.month ? MONTHS.indexOf(filter.month) + 1 : null)
  return rows ? sql`and rowid >= ${rows.from} and rowid < ${rows.below}` : sql``
}

