import type { App } from '#domain/app.ts'
import { gradeLabel, type Labels, labelsOf, typeLabel } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { latestPapers, listShelves } from '#domain/lists/browse.server.ts'
import { countPapers, listFacets } from '#domain/lists/facets.server.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { type Facet, type FacetCounts, listPath, type PaperFilter, withValue } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, type Grade, type Paper, type PaperType, type Subject } from '#domain/paper/paper.ts'
import type { Term, Understood } from '#domain/search/understanding/query.ts'
import { holdsTerms } from '#domain/search/understanding/query.ts'
import { repairIndex } from '../indexing/reindex.server.ts'
import { namedSubject, narrow, understandSearch } from '../understanding/understand-search.server.ts'
import { firstOf } from './find.server.ts'
import { findNamed, NONE_NAMED } from './named-papers.server.ts'
import { rankPapers } from './rank.server.ts'

/** A list of papers, one paper, or the page of all results; `detail` may be empty. */
export type Suggestion = { kind: 'papers' | 'paper' | 'search'; label: string; detail: string; path: string }

export const SUGGESTION_LIMIT = 8

type Counted = { type: PaperType; grade: Grade; subject: Subject; papers: number }
type Group = Pick<PaperFilter, 'type' | 'grade' | 'subject'>

/** `more` tells that there are more papers than were counted. */
type CountedList = { filter: PaperFilter; papers: number; more?: true }

const GATHERED: (keyof Group)[][] = [
  ['type'],
  ['grade'],
  ['subject'],
  ['type', 'grade'],
  ['grade', 'subject'],
  ['type', 'subject'],
  ['type', 'grade', 'subject'],
]

/** The fullest first, by names with every word that was not understood; none where a word is about something else. */
export function meantLists(shelves: readonly Counted[], filter: PaperFilter, terms: Term[]): CountedList[] {
  for (const facets of GATHERED) {
    if (facets.some((facet) => filter[facet] !== undefined)) continue
    const lists = gather(shelves, facets).filter(({ filter: added }) => isNamed(wordsOf(added), terms))
    if (lists.length > 0) return within(filter, lists)
  }
  return []
}

export function degreeLists(shelves: readonly Counted[], filter: PaperFilter): CountedList[] {
  return within(filter, gather(shelves, ['type', 'grade']))
}

/** By the first facet with several values, the fullest first; years from the newest on. */
export function narrowerLists<F extends Facet>(
  counts: Pick<FacetCounts, F>,
  filter: PaperFilter,
  by: readonly F[],
): CountedList[] {
  for (const facet of by) {
    const values = counts[facet].filter(({ value }) => value !== ALL_SUBJECTS)
    if (filter[facet] !== undefined || values.length < 2) continue
    const lists = values.map(({ value, papers, more }) => ({
      filter: withValue(filter, facet, value),
      papers,
      ...(more && { more }),
    }))
    return facet === 'year' ? lists : lists.sort((a, b) => b.papers - a.papers)
  }
  return []
}

function gather(shelves: readonly Counted[], facets: (keyof Group)[]): CountedList[] {
  const lists = new Map<string, CountedList>()
  for (const shelf of shelves) {
    const key = facets.map((facet) => shelf[facet]).join(' ')
    const filter = Object.fromEntries(facets.map((facet) => [facet, shelf[facet]])) as Group
    const list = lists.getOrInsertComputed(key, () => ({ filter, papers: 0 }))
    list.papers += shelf.papers
  }
  return [...lists.values()].sort((a, b) => b.papers - a.papers)
}

function within(filter: PaperFilter, lists: CountedList[]): CountedList[] {
  return lists.map((list) => ({ ...list, filter: { ...filter, ...list.filter } }))
}

function isNamed(name: string, terms: Term[]) {
  return terms.every(({ ways }) => ways.some((way) => holdsTerms(name, way)))
}

function wordsOf({ type, grade, subject }: Group) {
  const words = [type && typeLabel(type), grade && `${gradeLabel(grade)} ${grade}th`]
  if (subject && subject !== ALL_SUBJECTS) words.push(subject)
  return words.filter(Boolean).join(' ')
}

const LISTS = 4
const MEANT_LISTS = 3
/** So few papers are all shown next to their list: narrowing it would only repeat them. */
const FEW_PAPERS = 4
/** In order: the facet that tells most about a list, or about what words find in titles. */
const NARROWED_BY: Facet[] = ['grade', 'subject', 'year']
const CLASS_NARROWED_BY: Facet[] = ['type', 'subject', 'year']
const FOUND_NARROWED_BY: (keyof Found['facets'])[] = ['subject', 'grade', 'year']

type Search = Pick<App, 'db' | 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock' | 'log'>

/** At most eight: the lists that the text means and what narrows them, papers by title, and last all results.
 * None where nothing would be found. It does not count as a search. */
export async function suggest(
  app: Search,
  text: string,
  language: Language = 'en',
  ownState?: State,
): Promise<Suggestion[]> {
  const say = { m: messagesOf(language), labels: labelsOf(language) }
  const q = text.replace(/\p{Bidi_Control}+/gu, '').trim()
  if (q === '') return []
  const given = ownState ? { ownState } : {}
  const found = await find(app, q, given)
  const lists = (await listsOf(app, found, q, say)).slice(0, LISTS)
  const rest = found.total > 0 ? [toSearch(q, found, say)] : []
  const papers = found.papers
    .slice(0, SUGGESTION_LIMIT - lists.length - rest.length)
    .map((paper) => toOne(paper, say))
  return [...lists, ...papers, ...rest]
}

type Say = { m: Messages; labels: Labels }

type Found = {
  filter: PaperFilter
  understood: Understood
  papers: Paper[]
  total: number
  /** How many of them the list of what was understood has. */
  listed: number
  more: boolean
  /** Of the ranked papers: where there are more, each value has more, too. */
  facets: Pick<FacetCounts, 'subject' | 'grade' | 'year'>
}

/** Less than `findPapers`: exact counts of every facet cost more than all the rest while typing. */
async function find(app: Search, q: string, given: PaperFilter): Promise<Found> {
  const understood = await understandSearch(app, q, given)
  const filter = narrow(given, understood)
  const { terms, parts } = understood
  const named = await namedSubject(app, understood, {})
  const first = await firstOf(app, filter)
  const nothing = { filter, understood, papers: [], total: 0, listed: 0, more: false, facets: NO_FACETS }
  if (terms.length === 0) {
    if (parts.length === 0) return nothing
    const papers = await latestPapers(app, filter, SUGGESTION_LIMIT, first)
    const { positions, more } = named ? await findNamed(app, filter, named) : NONE_NAMED
    const following = positions.slice(0, SUGGESTION_LIMIT - papers.length)
    const known = await selectPapersAt(app.readDb, following)
    papers.push(...following.flatMap((position) => known.get(position) ?? []))
    const listed = await countPapers(app, filter)
    return { ...nothing, papers, listed, total: listed + positions.length, more }
  }
  try {
    const { hits, insideFrom, more } = await rankPapers(app, terms, filter, { named, first })
    const positions = hits.slice(0, Math.min(insideFrom, SUGGESTION_LIMIT)).map(({ position }) => position)
    const known = await selectPapersAt(app.readDb, positions)
    const papers = positions.flatMap((position) => known.get(position) ?? [])
    const facets = {
      subject: countBy(hits, 'subject', more),
      grade: countBy(hits, 'grade', more),
      year: countBy(hits, 'year', more),
    }
    return { filter, understood, papers, total: hits.length, listed: hits.length, more, facets }
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    repairIndex(app, 'broken')
    return nothing
  }
}

const NO_FACETS = { subject: [], grade: [], year: [] }

function countBy<F extends 'subject' | 'grade' | 'year'>(
  hits: Record<F, string | number>[],
  facet: F,
  more: boolean,
) {
  const counts = new Map<string, number>()
  for (const hit of hits) counts.set(String(hit[facet]), (counts.get(String(hit[facet])) ?? 0) + 1)
  const values = [...counts].map(([value, papers]) => ({ value, papers, ...(more && { more }) }))
  return values.sort((a, b) => Number(b.value) - Number(a.value) || 0)
}

async function listsOf(app: Search, found: Found, said: string, say: Say): Promise<Suggestion[]> {
  const { terms, parts } = found.understood
  const { filter } = found
  const meant = await meantBy(app, found, filter)
  if (meant[0]) return [...meant, ...(await narrower(app, meant[0]))].map((list) => toList(list, say))
  if (terms.length > 0 && found.total > 0)
    return (found.total > FEW_PAPERS ? narrowerLists(found.facets, filter, FOUND_NARROWED_BY) : [])
      .slice(0, MEANT_LISTS)
      .map((list) => toList(list, say, said, filter))
  // The words next to it find nothing, but what was understood does.
  const papers = parts.length > 0 ? await countPapers(app, filter) : 0
  return papers > 0 ? [toList({ filter, papers }, say)] : []
}

async function meantBy(app: Search, found: Found, filter: PaperFilter): Promise<CountedList[]> {
  const { terms, parts } = found.understood
  if (terms.length === 0)
    return parts.length > 0 && found.listed > 0 ? [{ filter, papers: found.listed }] : []
  // Counts of classes and subjects know neither months nor answers.
  if (filter.month || filter.answered) return []
  return meantLists(await listShelves(app, filter), filter, terms).slice(0, MEANT_LISTS)
}

async function narrower(app: Search, { filter, papers }: CountedList): Promise<CountedList[]> {
  if (papers <= FEW_PAPERS) return []
  const { type, grade, month, answered } = filter
  if (!type && !grade && !month && !answered && !filter.board)
    return degreeLists(await listShelves(app, filter), filter)
  const facets = await listFacets(app, filter)
  return narrowerLists(facets, filter, grade && !type ? CLASS_NARROWED_BY : NARROWED_BY)
}

/** By its name, or what was typed within it ("optics in Physics"), where `beyond` was typed as well. */
function toList(
  { filter, papers, more }: CountedList,
  { m, labels }: Say,
  q = '',
  beyond: PaperFilter = {},
): Suggestion {
  const detail = labels.papers(papers, more)
  if (q === '') return { kind: 'papers', label: labels.list(filter), detail, path: listPath(filter) }
  const added = Object.entries(filter).filter(
    ([facet]) => facet !== 'ownState' && beyond[facet as Facet] === undefined,
  )
  const list = labels.list(Object.fromEntries(added))
  const label = m.suggest_within({ words: q, list }).replace('in Papers of', 'of')
  const asked = added.map(([facet, value]) => [facet, String(value)])
  return { kind: 'papers', label, detail, path: `/search?${new URLSearchParams([['q', q], ...asked])}` }
}

function toOne(paper: Paper, { labels }: Say): Suggestion {
  const { type, grade, subject } = paper
  const about = subject === ALL_SUBJECTS ? '' : labels.subject(subject)
  const detail = [labels.shortDegree(type, grade), about, labels.monthOf(paper)].filter(Boolean).join(' · ')
  return { kind: 'paper', label: labels.title(paper.title), detail, path: paperPath(paper) }
}

function toSearch(q: string, { total, more }: Found, { m, labels }: Say): Suggestion {
  const path = `/search?${new URLSearchParams({ q })}`
  return {
    kind: 'search',
    label: m.suggest_search_all({ words: q }),
    detail: labels.papers(total, more),
    path,
  }
}
