import { type RawBuilder, sql } from 'kysely'
import { stemmer } from 'stemmer'
import type { ReadDatabase } from '#database/schema.ts'
import { hasTrait, type PaperFilter } from '#domain/paper/filters.ts'
import type { AskedTerm, Question } from '#domain/search/search-index.ts'
import {
  codeToken,
  filterTokens,
  inTexts,
  plainWords,
  sayingsOf,
  subjectSign,
} from '../search/index-tokens.ts'
import { ALL_ROWS, rowsOf } from '../search/row-numbers.ts'

/** How many of the newest rows are looked at before the index is asked; pages are longer. */
const LOOKED_AT = { paper_search: 500, page_search: 200, question_search: 500 }
/** Where one of so many matches, looking on is quicker than collecting all hits from the index. */
const COMMON = 20

/**
 * The newest rows of each scan, up to `limit`; of null none. PostgreSQL would choose between walking all rows and its
 * index by a guess at the hits, which is far too high where words never are together, or nowhere. So what the newest
 * rows have decides, and no plan depends on the words.
 */
export async function newestRows(
  readDb: ReadDatabase,
  table: Table,
  scans: readonly (Scan | null)[],
  limit: number,
): Promise<number[][]> {
  const found = scans.map((): number[] => [])
  const unfilled = (least = 0) =>
    scans.flatMap((scan, at) => {
      const hits = found[at]?.length ?? 0
      return scan && hits >= least && hits < limit ? [{ ...scan, at }] : []
    })
  const look = async (some: ReturnType<typeof unfilled>, looked: number) => {
    const rows = await lookAtRows(readDb, table, some, looked, limit)
    for (const [nth, { at }] of some.entries()) found[at] = rows[nth] ?? []
  }
  await look(unfilled(), LOOKED_AT[table])
  await look(unfilled(LOOKED_AT[table] / COMMON), 2 * limit * COMMON)
  const rest = unfilled()
  const rows = await collectRows(readDb, table, rest, limit)
  for (const [nth, { at }] of rest.entries()) found[at] = rows[nth] ?? []
  return found
}

/** Weights of a title's own words, of other words it is found by, and of what stands for filters and codes. */
const [TITLE, WORDS, FILTERS] = ['A', 'B', 'C'] as const

/** PostgreSQL's own longest word, in bytes. */
const LONGEST = 2_000

/** A tsquery for titles, within the filter; null when a term has no words or nothing can be left. */
export function titleQuery({ terms, but, notOf, filter }: Question): string | null {
  const filters = filtersOf(filter)
  if (terms.length === 0 && hasTrait(filter) && !but) return filters.join(' & ')
  const asked = matchTitles(terms)
  if (!asked) return null
  const without = but && matchTitles(but)
  if (without === asked) return null
  const left = [without, notOf && filterTerm(subjectSign(notOf))].filter(Boolean)
  return [...filters, asked, ...left.map((gone) => `!(${gone})`)].join(' & ')
}

function matchTitles(terms: AskedTerm[]): string | null {
  return matchAll(terms, ({ ways, beginnings = [], code, isOfTitle }) => {
    if (code) return [filterTerm(codeToken(code))]
    // Without weights the index alone decides; no word equals what stands for a filter or a code.
    const columns = isOfTitle ? `:${TITLE}` : ''
    const whole = ways.map((way) => way.flatMap(plainWords)).filter((way) => way.length > 0)
    return [
      ...whole.map((way) => way.map((word) => `'${word}'${columns}`).join(' <-> ')),
      ...beginnings.flatMap(plainWords).map((word) => `'${word}':*${isOfTitle ? TITLE : ''}`),
    ]
  })
}

/** A tsquery for the texts of pages, whose words are kept by their stems and without positions. */
export function pagesQuery(terms: AskedTerm[], filter: PaperFilter): string | null {
  const words = wordsQuery(terms)
  return words && [...filtersOf(filter), words].join(' & ')
}

/** As `pagesQuery`, of questions, also by titles; of no terms all that have the tokens. */
export function questionsQuery(terms: AskedTerm[], tokens: string[][]): string | null {
  if (terms.length === 0) return signsOf(tokens).join(' & ')
  const words = wordsQuery(terms, sayingsOf)
  return words && [...signsOf(tokens), words].join(' & ')
}

function wordsQuery(terms: AskedTerm[], sayings: typeof sayingsOf = inTexts) {
  return matchAll(terms, (term) => {
    const { ways, beginnings = [], code } = term
    if (code) return [`'${codeToken(code)}'`]
    const whole = ways.map((way) => way.flatMap(plainWords)).filter((way) => way.length > 0)
    const inAWay = (words: string[]) => words.map((word) => `'${stemOf(word)}'`).join(' & ')
    return [
      ...sayings(term).flatMap((say) => whole.map((way) => inAWay(say(way)))),
      ...beginnings.flatMap(plainWords).map((word) => `'${stemOf(word)}':*`),
    ]
  })
}

/** Each term in one of its ways; null when one has none. */
function matchAll(terms: AskedTerm[], waysOf: (term: AskedTerm) => string[]): string | null {
  const matches = terms.map((term) => [...new Set(waysOf(term))].map((way) => `(${way})`).join(' | '))
  return matches.length === 0 || matches.includes('') ? null : matches.map((one) => `(${one})`).join(' & ')
}

function filtersOf(filter: PaperFilter) {
  return signsOf(filterTokens(filter, filter.year !== undefined))
}

function signsOf(all: string[][]) {
  return all.map((tokens) => `(${tokens.map(filterTerm).join(' | ')})`)
}

function filterTerm(token: string) {
  return `'${token}'`
}

/** A tsvector: words with their places, titles and other words too far from each other for a phrase. */
export function titleVector(title: string, words: string, tokens: string): string {
  const own = plainWords(title)
  const lexemes = [
    ...own.map((word, at) => placed(word, at + 1, TITLE)),
    ...plainWords(words).map((word, at) => placed(word, own.length + at + 3, WORDS)),
    ...tokens.split(' ').map((token) => placed(token, 1, FILTERS)),
  ]
  return lexemes.join(' ')
}

function placed(word: string, place: number, weight: string) {
  return word.length > LONGEST / 4 ? '' : `'${word}':${place}${weight}`
}

/** A tsvector of a text's different stems. */
export function pageVector(text: string, tokens: string): string {
  const stems = new Set([...plainWords(text).map(stemOf), ...tokens.split(' ')])
  return [...stems].map((stem) => (stem.length > LONGEST / 4 ? '' : `'${stem}'`)).join(' ')
}

/** Porter's, for English; words of other scripts stay as they are. */
function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word
}

type Table = 'paper_search' | 'page_search' | 'question_search'
/** Rows in a range that match one of `queries`, each a tsquery. */
type Scan = { queries: string[]; from: number; below: number }

/** Within the filter's year or month; null finds nothing. */
export function scanOf(query: string | null, filter: PaperFilter): Scan | null {
  return query === null ? null : { queries: [query], ...(rowsOf(filter) ?? ALL_ROWS) }
}

/** The newest `looked` rows of each range are looked at one by one, until `limit` match. */
async function lookAtRows(
  readDb: ReadDatabase,
  table: Table,
  scans: Scan[],
  looked: number,
  limit: number,
): Promise<number[][]> {
  return await scanEach(
    readDb,
    scans.map(({ queries, ...range }) => ({
      ...range,
      query: queries.map((query) => `(${query})`).join(' | '),
      most: limit,
    })),
    sql`select row from (
      select row, terms from ${sql.table(table)} where row >= start and row < stop order by row desc limit ${looked}
    ) as newest where terms @@ query order by row desc limit most`,
  )
}

/**
 * By the index, which has all hits before it gives the newest: scans for the same words share them. As one query, which
 * the index walks word by word, those of a scan would take it longer.
 */
async function collectRows(
  readDb: ReadDatabase,
  table: Table,
  scans: Scan[],
  limit: number,
): Promise<number[][]> {
  const each = scans.flatMap(({ queries, ...range }) => queries.map((query) => ({ query, ...range })))
  const shared = [...Map.groupBy(each, ({ query }) => query)].map(([query, same]) => ({
    query,
    from: Math.min(...same.map(({ from }) => from)),
    below: Math.max(...same.map(({ below }) => below)),
    most: same.length === 1 ? limit : ALL_ROWS.below,
  }))
  // With its own OFFSET the inner part is planned for all hits, and so never walks the rows in their order.
  const rows = await scanEach(
    readDb,
    shared,
    sql`select row from (
      select row from ${sql.table(table)} where terms @@ query offset 0
    ) as hits where row >= start and row < stop order by row desc limit most`,
  )
  const hits = new Map(shared.map(({ query }, at) => [query, rows[at] ?? []]))
  return scans.map(({ queries, from, below }) => {
    const found = queries.map((query) =>
      (hits.get(query) ?? []).filter((row) => row >= from && row < below).slice(0, limit),
    )
    return [...new Set(found.flat())].sort((one, other) => other - one).slice(0, limit)
  })
}

/** One statement for all, as JSON: a row for each hit takes longer. */
async function scanEach(
  readDb: ReadDatabase,
  scans: { query: string; from: number; below: number; most: number }[],
  rows: RawBuilder<unknown>,
): Promise<number[][]> {
  if (scans.length === 0) return []
  const found = await sql<{ hits: string }>`select hits
    from unnest(${scans.map(({ query }) => query)}::tsquery[], ${scans.map(({ from }) => from)}::bigint[],
      ${scans.map(({ below }) => below)}::bigint[], ${scans.map(({ most }) => most)}::bigint[]
    ) with ordinality as scan (query, start, stop, most, nth)
    cross join lateral (select coalesce(json_agg(row), '[]')::text as hits from (${rows}) as matching) as found
    order by nth`.execute(readDb)
  return found.rows.map(({ hits }) => JSON.parse(hits) as number[])
}
