import type { App } from '#domain/app.ts'
import { listShelves, type Shelf } from '#domain/catalogue/browse.server.ts'
import type { Grade, PaperType, Subject } from '#domain/catalogue/paper.ts'

/** Where a search may begin: the classes and the subjects that hold papers, with how many. */
export type Beginnings = {
  classes: { type: PaperType; grade: Grade; papers: number }[]
  subjects: { subject: Subject; papers: number }[]
}

/** The ways to begin a search, classes from 12 down and subjects with most papers first. */
export async function readBeginnings(app: Pick<App, 'reader'>): Promise<Beginnings> {
  const shelves = await listShelves(app)
  const classes = Map.groupBy(shelves, ({ type, grade }) => `${type} ${grade}`)
  const subjects = Map.groupBy(shelves, ({ subject }) => subject)
  return {
    classes: [...classes.values()].map((ofClass) => {
      const { type, grade } = ofClass[0] as Shelf
      return { type, grade, papers: sum(ofClass) }
    }),
    subjects: [...subjects]
      .filter(([subject]) => subject !== 'all')
      .map(([subject, ofSubject]) => ({ subject, papers: sum(ofSubject) }))
      .sort((a, b) => b.papers - a.papers),
  }
}

function sum(shelves: Shelf[]) {
  return shelves.reduce((papers, shelf) => papers + shelf.papers, 0)
}
