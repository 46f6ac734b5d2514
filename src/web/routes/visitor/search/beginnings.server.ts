import type { App } from '#domain/app.ts'
import { listShelves } from '#domain/lists/browse.server.ts'
import type { Shelf } from '#domain/lists/facets.server.ts'
import {
  ALL_SUBJECTS,
  type Grade,
  type PaperType,
  PREVIOUS_YEARS,
  type Subject,
} from '#domain/paper/paper.ts'

/** `papers` counts them. */
export type Beginnings = {
  classes: { type: PaperType; grade: Grade; papers: number }[]
  subjects: { subject: Subject; papers: number }[]
  /** Each of them finds something. */
  examples: string[]
}

const EXAMPLES = 3

export async function readBeginnings(app: Pick<App, 'readDb' | 'lists'>): Promise<Beginnings> {
  const shelves = await listShelves(app)
  const classes = Map.groupBy(shelves, ({ type, grade }) => `${type} ${grade}`)
  const subjects = Map.groupBy(shelves, ({ subject }) => subject)
  return {
    classes: [...classes.values()].map((ofClass) => {
      const { type, grade } = ofClass[0] as Shelf
      return { type, grade, papers: sum(ofClass) }
    }),
    subjects: [...subjects]
      .filter(([subject]) => subject !== ALL_SUBJECTS)
      .map(([subject, ofSubject]) => ({ subject, papers: sum(ofSubject) }))
      .sort((a, b) => b.papers - a.papers),
    examples: examplesOf(shelves),
  }
}

function examplesOf(shelves: readonly Shelf[]) {
  const largest = shelves
    .filter(({ grade, subject }) => grade !== PREVIOUS_YEARS && subject !== ALL_SUBJECTS)
    .sort((a, b) => b.papers - a.papers)
  const ofEachSubject = [...Map.groupBy(largest, ({ subject }) => subject).values()].map(
    (of) => of[0] as Shelf,
  )
  const examples = ofEachSubject
    .slice(0, EXAMPLES)
    .map(({ type, grade, subject }) => `${type} ${grade}th ${subject.toLowerCase()}`)
  return shelves.some(({ subject }) => subject === 'Mathematics') ? [...examples, 'கணிதம்'] : examples
}

function sum(shelves: readonly Shelf[]) {
  return shelves.reduce((papers, shelf) => papers + shelf.papers, 0)
}
