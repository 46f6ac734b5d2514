import { type RawBuilder, sql } from 'kysely'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { AskedTerm } from '#domain/search/search-index.ts'
import { codeToken, filterTokens, plainWords } from '../index-tokens.ts'
import { ALL_ROWS, rowsOf } from '../row-numbers.ts'

export const NOTHING = '""'

/** An element of the array that a statement for many questions reads. */
export function bulkAsk(
  match: string | null,
  filter: PaperFilter,
): [match: string, from: number, below: number] {
  const { from, below } = rowsOf(filter) ?? ALL_ROWS
  return [match ?? NOTHING, from, below]
}

/** Matches the current element of `json_each(…) as asked`. */
export function asksOf(table: 'paper_search' | 'page_search' | 'question_search'): RawBuilder<unknown> {
  return sql`${sql.ref(table)} match asked.value ->> 0
    and rowid >= asked.value ->> 1 and rowid < asked.value ->> 2`
}

/** Longer prefixes are looked up among the titles' words. */
export const BEGINNINGS = 5

/** All terms, each in one of its ways; null when one has no words. */
export function titleMatch(terms: AskedTerm[]): string | null {
  const matches = [
    ['{title words}', terms.filter(({ code, isOfTitle }) => !code && !isOfTitle)] as const,
    ['title', terms.filter(({ isOfTitle }) => isOfTitle)] as const,
    ['filters', terms.filter(({ code }) => code)] as const,
  ].flatMap(([columns, asked]) => {
    if (asked.length === 0) return []
    const words = matchAll(asked, (way) => `"${way.join(' ')}"`)
    return [words && `(${columns} : (${words}))`]
  })
  return matches.length === 0 || matches.includes(null) ? null : matches.join(' AND ')
}

/** What stands for the filter's facets, each to be matched. */
export function tokensMatch(filter: PaperFilter): string[] {
  return signsMatch(filterTokens(filter, filter.year !== undefined))
}

/** Each in one of its ways. */
export function signsMatch(all: string[][]): string[] {
  return all.map((tokens) => `(${tokens.map((token) => `"${token}"`).join(' OR ')})`)
}

/** For an index without positions, which knows no phrases. */
export function textMatch(terms: AskedTerm[]): string | null {
  return matchAll(terms, (words) => `(${words.map((word) => `"${word}"`).join(' AND ')})`)
}

function matchAll(terms: AskedTerm[], matchWay: (words: string[]) => string): string | null {
  const matches = terms.map(({ ways, beginnings = [], code }) => {
    if (code) return `"${codeToken(code)}"`
    const whole = ways.map((way) => way.flatMap(plainWords)).filter((way) => way.length > 0)
    const begun = beginnings.flatMap((beginning) => plainWords(beginning).map((word) => `"${word}" *`))
    return [...new Set([...whole.map(matchWay), ...begun])].join(' OR ')
  })
  return matches.length === 0 || matches.includes('') ? null : matches.map((one) => `(${one})`).join(' AND ')
}

/** Casts because numbers are bound as floats, with which FTS5 scans all rows instead of a range. */
export function within({ from, below }: { from: number; below: number }): RawBuilder<unknown> {
  return sql`rowid >= cast(${from} as integer) and rowid < cast(${below} as integer)`
}
