import {
  FACETS,
  type Facet,
  LAST_PAGE,
  type PaperFilter,
  SEARCH_TEXT_LIMIT,
} from '#domain/catalogue/filter.ts'
import { FIRST_YEAR, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '#domain/catalogue/paper.ts'
import { notHere, shortOf } from '../not-here.ts'

/** `lifted` are the facets that are not to be narrowed, whatever the words of the search say. */
export type ListAddress = { filter: PaperFilter; lifted: Facet[]; q: string; page: number }

/**
 * The filters, search and page that a list's address asks for. What the address says beyond them is ignored;
 * a page number that cannot be throws a 404 with a sentence.
 */
export function readListAddress(url: URL): ListAddress {
  const asked = (name: string) => url.searchParams.get(name) ?? ''
  const oneOf = <Value extends string>(values: readonly Value[], value: string) =>
    values.find((known) => known === value)
  return {
    filter: {
      type: oneOf(PAPER_TYPES, asked('type')),
      grade: oneOf(GRADES, asked('grade')),
      subject: oneOf(['all', ...SUBJECTS] as const, asked('subject')),
      year: readYear(asked('year')),
      month: oneOf(MONTHS, asked('month')),
      answered: asked('answered') === 'yes' || undefined,
    },
    lifted: FACETS.filter((facet) => asked(facet) === 'any'),
    q: readWords(asked('q')),
    page: readPage(url.searchParams.get('page')),
  }
}

/** An address with these parameters; empty ones are left out, and so is page 1. */
export function addressOf(
  path: string,
  parameters: Record<string, string | number | true | undefined>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) continue
    search.set(name, value === true ? 'yes' : String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

function readYear(text: string): number | undefined {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  return year >= FIRST_YEAR ? year : undefined
}

/** What was searched for, without control characters, which no page can show, nor marks that turn its sentences round. */
function readWords(text: string): string {
  const words = text
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return [...words].slice(0, SEARCH_TEXT_LIMIT).join('')
}

function readPage(text: string | null): number {
  if (text === null || text === '') return 1
  const page = Number(text)
  if (/^\d{1,6}$/.test(text) && page >= 1 && page <= LAST_PAGE) return page
  throw noSuchPage(text)
}

/** The 404 of a page number beyond the list. */
export function noSuchPage(page: string | number) {
  return notHere(`There is no page ${shortOf(String(page))} in this list. Begin again at page 1.`)
}

/**
 * The status of a list, which is shown in any case: 503 when it could not be read, so that no search engine takes it
 * for an empty one. What somebody searched for is in none of them.
 */
export function statusOf(q: string, failed: boolean): number {
  return failed && q === '' ? 503 : 200
}
