import { sql } from 'kysely'
import type { PaperFilter } from '#domain/catalogue/filter.ts'
import { SEARCH_COUNT_LIMIT, type SearchIndex } from '#domain/search/search-index.ts'

/**
 * Full-text search by SQLite's FTS5. Row numbers are the papers' positions, so that "newest first" is the order of
 * the index itself, and filters are tokens of the index, so that no hit is looked at twice.
 * The default tokenizer cuts Tamil words at their vowel signs; these categories keep them whole.
 */
const TOKENIZER = `unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'`

export const sqliteFts: SearchIndex = {
  version: 'sqlite-fts 1',

  async prepare(db) {
    await sql`create virtual table if not exists paper_search using fts5(
      words, filters, content = '', contentless_delete = 1, tokenize = ${sql.lit(TOKENIZER)}
    )`.execute(db)
  },

  async add(db, entry) {
    const filters = filterTokens(entry as PaperFilter).join(' ')
    await sql`insert or replace into paper_search (rowid, words, filters) values (${entry.position}, ${entry.words}, ${filters})`.execute(
      db,
    )
  },

  async remove(db, position) {
    await sql`delete from paper_search where rowid = ${position}`.execute(db)
  },

  async find(reader, terms, filter, { offset, limit }) {
    const match = matchExpression(terms, filter)
    const page = await sql<{ position: number }>`
      select rowid as position from paper_search where paper_search match ${match}
      order by rowid desc limit ${limit} offset ${offset}`.execute(reader)
    const positions = page.rows.map((row) => row.position)
    const counted = offset + positions.length
    if (positions.length > 0 && positions.length < limit) return { positions, total: counted }
    const count = await sql<{ total: number }>`select count(*) as total from (
      select rowid from paper_search where paper_search match ${match} limit ${SEARCH_COUNT_LIMIT + 1})`.execute(
      reader,
    )
    return { positions, total: Math.max(counted, count.rows[0]?.total ?? 0) }
  },

  async clear(db) {
    await sql`delete from paper_search`.execute(db)
  },
}

/** Terms are letters and digits only, and stand in quotation marks: nothing of FTS5's own language gets through. */
function matchExpression(terms: string[], filter: PaperFilter): string {
  const words = terms.map((term, at) => (at === terms.length - 1 ? `"${term}" *` : `"${term}"`))
  const parts = [`words : (${words.join(' AND ')})`]
  const filters = filterTokens(filter)
  if (filters.length > 0) parts.push(`filters : (${filters.join(' AND ')})`)
  return parts.join(' AND ')
}

function filterTokens({ type, grade, subject, year }: PaperFilter): string[] {
  const token = (kind: string, value: string) => kind + value.toLowerCase().replace(/[^a-z0-9]/g, '')
  return [
    ...(type ? [token('t', type)] : []),
    ...(grade ? [token('g', grade)] : []),
    ...(subject ? [token('s', subject)] : []),
    ...(year ? [token('y', String(year))] : []),
  ]
}
