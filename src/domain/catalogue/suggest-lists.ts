import { holdsTerms } from '#domain/search/query.ts'
import type { Understood } from '#domain/search/understood.ts'
import type { PaperFilter } from './filter.ts'
import { ALL_SUBJECTS, type Grade, gradeLabel, type PaperType, type Subject, typeLabel } from './paper.ts'

type Counted = { type: PaperType; grade: Grade; subject: Subject; papers: number }
type Group = Pick<PaperFilter, 'type' | 'grade' | 'subject'>

/** A list that is worth offering, with the number of its papers. */
export type CountedList = { filter: PaperFilter; papers: number }

/** Ways to gather shelves, the widest lists first. */
const GATHERED: (keyof Group)[][] = [
  [],
  ['type'],
  ['grade'],
  ['subject'],
  ['type', 'grade'],
  ['grade', 'subject'],
  ['type', 'subject'],
  ['type', 'grade', 'subject'],
]

/**
 * The lists that a search means, the fullest first: those of what was understood, completed by as little as holds every
 * word that was not. None where a word is about something else.
 */
export function meantLists(
  shelves: Counted[],
  filter: PaperFilter,
  terms: Understood['terms'],
): CountedList[] {
  const within = shelves.filter((shelf) => isWithin(shelf, filter))
  for (const facets of GATHERED) {
    if (facets.some((facet) => filter[facet] !== undefined)) continue
    const lists = gather(within, facets)
      .filter(({ filter: added }) =>
        terms.every(({ ways }) => ways.some((way) => holdsTerms(wordsOf(added), way))),
      )
      .map(({ filter: added, papers }) => ({ filter: { ...filter, ...added }, papers }))
    if (lists.length > 0) return lists
  }
  return []
}

/** The next narrower lists, the fullest first: a subject's or a class's by degree, a degree's by subject. */
export function narrowerLists(shelves: Counted[], filter: PaperFilter): CountedList[] {
  const next: (keyof Group)[] = filter.type && filter.grade ? ['subject'] : ['type', 'grade']
  const open = next.filter((facet) => filter[facet] === undefined)
  const within = shelves.filter((shelf) => isWithin(shelf, filter))
  return gather(within, open)
    .filter((list) => list.filter.subject !== ALL_SUBJECTS)
    .map(({ filter: added, papers }) => ({ filter: { ...filter, ...added }, papers }))
}

function gather(shelves: Counted[], facets: (keyof Group)[]): CountedList[] {
  const lists = new Map<string, CountedList>()
  for (const shelf of shelves) {
    const filter = Object.fromEntries(facets.map((facet) => [facet, shelf[facet]])) as Group
    const key = facets.map((facet) => shelf[facet]).join(' ')
    const list = lists.get(key) ?? { filter, papers: 0 }
    list.papers += shelf.papers
    lists.set(key, list)
  }
  return [...lists.values()].sort((a, b) => b.papers - a.papers)
}

function isWithin(shelf: Counted, { type, grade, subject }: PaperFilter) {
  return (
    (!type || shelf.type === type) &&
    (!grade || shelf.grade === grade) &&
    (!subject || shelf.subject === subject)
  )
}

function wordsOf({ type, grade, subject }: Group) {
  const words = [type && typeLabel(type), grade && `${gradeLabel(grade)} ${grade}th`]
  if (subject && subject !== ALL_SUBJECTS) words.push(subject)
  return words.filter(Boolean).join(' ')
}
