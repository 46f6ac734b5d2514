import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import { facetValue } from '#domain/paper/facet-values.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { Facet } from '#domain/paper/filters.ts'
import type { Question, Tally } from '#domain/search/search-index.ts'
import { LOW_BITS, MONTH_BITS, readKind } from './row-numbers.ts'

const [MONTH_AT, LOW_AT] = [sql.lit(MONTH_BITS), sql.lit(LOW_BITS)]

type Hits = { match: string; range: RawBuilder<unknown> }

/** One scan for all unfiltered facets, one for each filtered facet without its filter. Counts the newest `limit`. */
export async function tallyFacets(
  readDb: ReadDatabase,
  question: Question,
  facets: readonly Facet[],
  limit: number,
  hitsOf: (question: Question) => Hits | null,
): Promise<Map<Facet, Tally>> {
  const tallies = new Map<Facet, Tally>()
  let unfiltered: Promise<Groups> | undefined
  for (const facet of facets) {
    const isFiltered = question.filter[facet] !== undefined
    const hits = hitsOf(
      isFiltered ? { ...question, filter: { ...question.filter, [facet]: undefined } } : question,
    )
    if (!hits) continue
    const scan = isFiltered ? groupHits(readDb, hits, limit) : (unfiltered ?? groupHits(readDb, hits, limit))
    if (!isFiltered) unfiltered = scan
    tallies.set(facet, addUp(facet, await scan, limit))
  }
  return tallies
}

type Groups = { facts: Partial<Facts>; papers: number }[]

/** As JSON: a row for each hit, or grouping in SQLite, takes twice as long. */
async function groupHits(readDb: ReadDatabase, { match, range }: Hits, limit: number): Promise<Groups> {
  const { rows } = await sql<{ kinds: string }>`select json_group_array(kind) as kinds from (
    select (rowid >> ${MONTH_AT} << ${LOW_AT}) + (rowid & ((1 << ${LOW_AT}) - 1)) as kind from paper_search
    where paper_search match ${match} ${range} order by rowid desc limit ${limit})`.execute(readDb)
  const papers = new Map<number, number>()
  for (const kind of JSON.parse(rows[0]?.kinds ?? '[]') as number[])
    papers.set(kind, (papers.get(kind) ?? 0) + 1)
  return [...papers].map(([kind, count]) => ({ facts: readKind(kind), papers: count }))
}

function addUp(facet: Facet, groups: Groups, limit: number): Tally {
  const counts = new Map<string, number>()
  let seen = 0
  for (const { facts, papers } of groups) {
    seen += papers
    const value = facetValue(facts, facet)
    if (value) counts.set(value, (counts.get(value) ?? 0) + papers)
  }
  return { counts, isWhole: seen < limit }
}
