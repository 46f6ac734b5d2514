import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import type { SearchEntry, SearchIndex } from '#domain/search/search-index.ts'
import { addUp, type Groups } from '../facet-groups.ts'
import { tokensOf } from '../index-tokens.ts'
import {
  codeOf,
  factsAt,
  firstRow,
  LOW_BITS,
  MONTH_BITS,
  NUMBERED_BY,
  readKind,
  rowAfter,
} from '../row-numbers.ts'
import { beginWrite, readState, saveProgress } from '../search-state.ts'
import { isTitleWord, readWords, selectWordsFrom } from '../title-words.ts'
import { countWords, discountWords, selectWordsSounding } from './counted-words.ts'
import { countEach, hitsOf } from './hits.ts'
import { addPages, countPages, findPages, removePages } from './page-texts.ts'
import { titleQuery, titleVector } from './query-language.ts'
import { writeOrRollBack } from './savepoint.ts'
import { analyzeTables, areTablesThere, createTables, isBroken } from './search-tables.ts'

const VERSION = `postgres 2 ${NUMBERED_BY}`
const [MONTH_AT, LOW_AT] = [sql.lit(MONTH_BITS), sql.lit(LOW_BITS)]

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
    for (const entry of entries) {
      await removePages(db, entry.position)
      await addPages(db, entry, entry.pages)
    }
  },

  async tidy(db, { isWhole, isFirst }) {
    if (isWhole && isFirst) await analyzeTables(db)
    return false
  },
  reach: saveProgress,

  async remove(db, entry) {
    await beginWrite(db)
    const gone = await sql`delete from paper_search
      where row >= ${firstRow(entry.position)} and row < ${rowAfter(entry.position)}`.execute(db)
    if (gone.numAffectedRows === 0n) return
    await removePages(db, entry.position)
    await discountWords(db, wordsOf(entry))
  },

  async addText(db, facts, pages) {
    await beginWrite(db)
    await removePages(db, facts.position)
    await addPages(db, facts, pages)
  },

  clear: (db) => createTables(db, VERSION),
  takeTurn: beginWrite,
  attempt: writeOrRollBack,
  state: readState,

  async match(readDb, question, limit) {
    const query = titleQuery(question)
    if (!query) return []
    const { rows } = await sql<{ row: number }>`
      ${hitsOf('paper_search', query, question.filter)} order by row desc limit ${limit}`.execute(readDb)
    return rows.map(({ row }) => factsAt(row))
  },

  async count(readDb, questions, limit) {
    const counts = questions.map((question) => {
      const query = titleQuery(question)
      if (query === null) return null
      return sql`select count(*) from (${hitsOf('paper_search', query, question.filter)} limit ${limit}) as hits`
    })
    return (await countEach(readDb, counts)).map(Number)
  },

  async tally(readDb, question, facets, limit) {
    const groupsOf = async (asked: typeof question): Promise<Groups | null> => {
      const query = titleQuery(asked)
      if (!query) return null
      const { rows } = await sql<{ kind: number; papers: number }>`select kind, count(*) as papers from (
        select (row >> ${MONTH_AT} << ${LOW_AT}) + (row & ((1 << ${LOW_AT}) - 1)) as kind
        from (${hitsOf('paper_search', query, asked.filter)} order by row desc limit ${limit}) as hits
      ) as kinds group by kind`.execute(readDb)
      return rows.map(({ kind, papers }) => ({ facts: readKind(kind), papers }))
    }
    return await addUp(question, facets, limit, groupsOf)
  },

  inside: findPages,
  countInside: countPages,
  words: readWords,
  hasWord: isTitleWord,
  wordsFrom: selectWordsFrom,
  wordsSounding: selectWordsSounding,
  isBroken,
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
