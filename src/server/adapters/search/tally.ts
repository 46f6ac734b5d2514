import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#database/schema.ts'
import type { Facet } from '#domain/catalogue/filter.ts'
import { MONTHS } from '#domain/catalogue/paper.ts'
import type { Facts, Question, Tally } from '#domain/search/search-index.ts'
import { readCode, readMonth } from './row-numbers.ts'

type Said = { match: string; range: RawBuilder<unknown> }

/**
 * How many hits have each value of each facet, the facet's own filter aside: one scan of row numbers for all facets that
 * are not filtered by, and one for each that is. The hits are the newest `limit`; nothing is read of the papers.
 */
export async function tallyFacets(
  reader: Reader,
  question: Question,
  facets: readonly Facet[],
  limit: number,
  say: (question: Question) => Said | null,
): Promise<Map<Facet, Tally>> {
  const tallies = new Map<Facet, Tally>()
  const scans = new Map<string, Promise<Groups>>()
  for (const facet of facets) {
    const isFiltered = question.filter[facet] !== undefined
    const said = say(
      isFiltered ? { ...question, filter: { ...question.filter, [facet]: undefined } } : question,
    )
    if (!said) continue
    const isDate = facet === 'year' || facet === 'month'
    const key = `${isDate} ${isFiltered ? facet : ''}`
    const scan = scans.get(key) ?? (isDate ? groupMonths : groupCodes)(reader, said, limit)
    scans.set(key, scan)
    tallies.set(facet, addUp(facet, await scan, limit))
  }
  return tallies
}

type Groups = { facts: Partial<Facts>; papers: number }[]

async function groupCodes(reader: Reader, { match, range }: Said, limit: number): Promise<Groups> {
  const { rows } = await sql<{ code: number; papers: number }>`select code, count(*) as papers from (
    select rowid & 1023 as code from paper_search where paper_search match ${match} ${range}
    order by rowid desc limit ${limit}) group by code`.execute(reader)
  return rows.map(({ code, papers }) => ({ facts: readCode(code), papers }))
}

async function groupMonths(reader: Reader, { match, range }: Said, limit: number): Promise<Groups> {
  const { rows } = await sql<{ months: number; papers: number }>`select months, count(*) as papers from (
    select rowid >> 38 as months from paper_search where paper_search match ${match} ${range}
    order by rowid desc limit ${limit}) group by months`.execute(reader)
  return rows.map(({ months, papers }) => ({ facts: readMonth(months), papers }))
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

/** A facet's value as addresses write it. */
function facetValue(facts: Partial<Facts>, facet: Facet): string {
  if (facet === 'answered') return facts.answered ? 'yes' : ''
  if (facet === 'month') return MONTHS[(facts.month ?? 0) - 1] ?? ''
  return String(facts[facet] ?? '')
}
