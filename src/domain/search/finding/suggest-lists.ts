import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { withValue } from '#domain/paper/facet-values.ts'
import type { Facet, FacetCounts, PaperFilter } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, type Grade, type PaperType, type Subject } from '#domain/paper/paper.ts'
import { holdsTerms } from '#domain/search/understanding/query.ts'
import type { Term } from '#domain/search/understanding/understood.ts'

type Counted = { type: PaperType; grade: Grade; subject: Subject; papers: number }
type Group = Pick<PaperFilter, 'type' | 'grade' | 'subject'>

/** `more` tells that there are more papers than were counted. */
export type CountedList = { filter: PaperFilter; papers: number; more?: true }

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
    const list = lists.get(key) ?? { filter, papers: 0 }
    list.papers += shelf.papers
    lists.set(key, list)
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
