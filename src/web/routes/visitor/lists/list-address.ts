import { redirect } from 'react-router'
import { formatsOf } from '#domain/language/formats.ts'
import { type Labels, labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { LAST_PAGE } from '#domain/lists/paper-lists.ts'
import { readPreference } from '#domain/paper/class-preference.ts'
import { STATES, type State } from '#domain/paper/exams-and-subjects.ts'
import { FACETS, type Facet, type PaperFilter, readTraits } from '#domain/paper/filters.ts'
import {
  ALL_SUBJECTS,
  FIRST_YEAR,
  GRADES,
  type Grade,
  gradesOf,
  MONTHS,
  PAPER_TYPES,
  type Paper,
  type PaperType,
  SUBJECTS,
} from '#domain/paper/paper.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import type { Step } from '#web/ui/breadcrumbs.tsx'
import { notFoundResponse, shortOf } from '../not-found-response.ts'

export type Unknown = { facet: keyof typeof KNOWN | 'year'; value: string }
/** `lifted`: facets set to "any", whatever the words say. `unknown`: a filter value that does not exist. */
export type ListAddress = {
  filter: PaperFilter
  lifted: Facet[]
  unknown: Unknown | null
  q: string
  page: number
}

/** In the address, as `sets`. */
export const FOLDED = 'one'

const KNOWN = {
  type: PAPER_TYPES,
  grade: GRADES,
  subject: ['all', ...SUBJECTS],
  month: MONTHS,
  board: STATES,
} as const

/** `ownState`: the centre's, which the server knows. */
export function readListAddress(url: URL, ownState?: State): ListAddress {
  const param = (name: string) => url.searchParams.get(name)?.trim() ?? ''
  const oneOf = <Value extends string>(values: readonly Value[], value: string) =>
    values.find((known) => known === value)
  const facets = [...Object.keys(KNOWN), 'year'] as Unknown['facet'][]
  const unknown = facets.find(
    (facet) => !['', 'any'].includes(param(facet)) && !knownValue(facet, param(facet)),
  )
  return {
    filter: {
      type: oneOf(PAPER_TYPES, param('type')),
      grade: oneOf(GRADES, param('grade')),
      subject: oneOf(KNOWN.subject, param('subject')),
      year: readYear(param('year')),
      month: oneOf(MONTHS, param('month')),
      answered: param('answered') === 'yes' || undefined,
      board: oneOf(STATES, param('board')),
      ownState,
      ...readTraits(param),
      first: readPreference(param('first')) ? param('first') : undefined,
      foldsSets: param('sets') === FOLDED || undefined,
    },
    lifted: FACETS.filter((facet) => param(facet) === 'any'),
    unknown: unknown ? { facet: unknown, value: shortOf(readWords(param(unknown))) } : null,
    q: readWords(param('q')),
    page: readPage(url.searchParams.get('page')),
  }
}

/** Leaves out empty parameters and page 1. */
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

/** Without control characters and bidi marks, which could reorder the sentences of the page. */
function readWords(text: string): string {
  const words = text
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return [...words].slice(0, SEARCH_TEXT_LIMIT).join('')
}

/** Clamped to 1–10,000; 1 for what is no number. */
function readPage(text: string | null): number {
  const page = /^\d+$/.test(text ?? '') ? Number(text) : 1
  return Math.min(Math.max(page, 1), LAST_PAGE)
}

/** Ignores case, spaces, hyphens and underscores; undefined for what is none. */
function knownValue(facet: Unknown['facet'], text: string): string | undefined {
  if (facet === 'year') return readYear(text) ? text : undefined
  const folded = (value: string) => value.toLowerCase().replace(/[\s_-]+/g, '')
  return KNOWN[facet].find((known) => folded(known) === folded(text))
}

/** Throws a permanent redirect when a filter is spelt in another way than the site does. */
export function redirectSpelling(url: URL, path: string) {
  const parameters = new URLSearchParams(url.searchParams)
  for (const facet of Object.keys(KNOWN) as (keyof typeof KNOWN)[]) {
    const value = url.searchParams.get(facet)
    const known = value ? knownValue(facet, value) : undefined
    if (known !== undefined && known !== value) parameters.set(facet, known)
  }
  if (String(parameters) !== String(new URLSearchParams(url.searchParams)))
    throw redirect(`${path}?${parameters}`, 301)
}

/** Throws a redirect to the nearest page that exists. */
export function redirectPage(url: URL, path: string, pages: number) {
  const value = url.searchParams.get('page')
  const page = Math.min(readPage(value), Math.max(pages, 1))
  if (!value || value === String(page)) return
  const parameters = new URLSearchParams(url.searchParams)
  parameters.delete('page')
  if (page > 1) parameters.set('page', String(page))
  throw redirect(parameters.size > 0 ? `${path}?${parameters}` : path)
}

/** 503 when unread, so that no search engine takes it for empty; 404 for unknown filters; searches are always 200. */
export function statusOf({ q, unknown }: Pick<ListAddress, 'q' | 'unknown'>, failed: boolean): number {
  if (failed) return q === '' ? 503 : 200
  return unknown ? 404 : 200
}

/** Throws a 404 that offers the types. */
export function readType(text: string, language: Language): PaperType {
  const type = PAPER_TYPES.find((known) => known === text)
  if (type) return type
  const choices = formatsOf(language).either(PAPER_TYPES.map(labelsOf(language).type))
  throw notFoundResponse(messagesOf(language).resources_no_type({ type: shortOf(text), choices }))
}

/** Undefined for "all"; throws a 404 that offers the type's classes. */
export function readGrade(type: PaperType, text: string, language: Language): Grade | undefined {
  if (text === 'all') return undefined
  const grades = gradesOf(type)
  const grade = grades.find((known) => known === text)
  if (grade) return grade
  const [m, labels, exam] = [messagesOf(language), labelsOf(language), labelsOf(language).type(type)]
  const offers = [...grades, 'all' as const].map((known) => ({
    name: known === 'all' ? m.resources_all_of({ exam }) : labels.grade(known),
    path: `/resources/${type}/${known}/`,
  }))
  throw notFoundResponse(m.resources_no_class({ grade: shortOf(text), exam }), offers)
}

export function listSteps(
  { type, grade, subject }: Pick<Paper, 'type' | 'grade' | 'subject'>,
  labels: Labels,
): Step[] {
  const path = `/resources/${type}/${grade}/`
  const steps = [{ name: labels.degree(type, grade), path }]
  return subject === ALL_SUBJECTS
    ? steps
    : [...steps, { name: labels.subject(subject), path: addressOf(path, { subject }) }]
}
