import { printedSeries, seriesCode } from '#domain/autofill/paper-codes.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { AskedTerm, InsideHit, PageText, Question } from '#domain/search/search-index.ts'
import { setCodesOfPage } from '#domain/search/words/set-code.ts'
import { tokensOf } from './index-tokens.ts'
import { firstRow, lowOf, positionAt } from './row-numbers.ts'

/** More characters than any printed page has. */
export const PAGE_LIMIT = 20_000
const LAST_PAGE = 1_000
/** A word on this many pages says little. */
const RARE = 2_000
/** The rarest words of a long question are tried when no page has all words. */
const RAREST = 3
/** Filter tokens must not come from a page. */
export const OWN_SIGNS = /\p{Co}/gu

/** The page's number takes the bits in which a title's row has its facets. */
export function pageRows(
  facts: Facts,
  pages: readonly PageText[],
): { row: number; words: string; tokens: string }[] {
  return pages
    .filter(({ page }) => page >= 1 && page <= LAST_PAGE)
    .map(({ page, text }) => {
      const words = text.slice(0, PAGE_LIMIT).replace(OWN_SIGNS, ' ')
      const codes = [...setCodesOfPage(words), ...seriesOfPage(facts, page, words)]
      return { row: firstRow(facts.position) + page, words, tokens: tokensOf(facts, codes) }
    })
}

/** What first pages of CBSE's papers say of their series, so that its year is learnt from them. */
function seriesOfPage({ type }: Facts, page: number, text: string): string[] {
  const letters = type === 'cbse' && page === 1 ? printedSeries(text) : null
  return letters ? [seriesCode(letters)] : []
}

/** Pages with all terms; a long question that has none gets pages with its rarest terms. */
export async function findPages(
  question: Question & { isWhole?: boolean },
  limit: number,
  newestRows: (question: Question, limit: number) => Promise<number[]>,
): Promise<InsideHit[]> {
  const { terms, filter, isWhole } = question
  const select = async (some: AskedTerm[]) =>
    (await newestRows({ terms: some, filter }, limit)).map((row) => ({
      position: positionAt(row),
      page: lowOf(row),
    }))
  const found = await select(terms)
  if (found.length > 0 || isWhole || terms.length < RAREST) return found
  const rarest = await findRarest(terms, newestRows)
  for (let count = Math.min(RAREST, rarest.length); count > 0; count--) {
    const some = await select(rarest.slice(0, count))
    if (some.length > 0) return some
  }
  return []
}

async function findRarest(terms: AskedTerm[], newestRows: Parameters<typeof findPages>[2]) {
  const counted: { term: AskedTerm; pages: number }[] = []
  for (const term of terms) {
    const { length } = await newestRows({ terms: [term], filter: {} }, RARE)
    if (length > 0 && length < RARE) counted.push({ term, pages: length })
  }
  return counted.sort((a, b) => a.pages - b.pages).map(({ term }) => term)
}
