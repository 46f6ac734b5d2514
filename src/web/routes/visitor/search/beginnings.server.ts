import type { App } from '#domain/app.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
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

export async function readBeginnings(
  app: Pick<App, 'readDb' | 'lists'>,
  language: Language,
): Promise<Beginnings> {
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
    examples: examplesOf(shelves, language),
  }
}

function examplesOf(shelves: readonly Shelf[], language: Language) {
  const largest = shelves
    .filter(({ grade, subject }) => grade !== PREVIOUS_YEARS && subject !== ALL_SUBJECTS)
    .sort((a, b) => b.papers - a.papers)
  const ofEachSubject = [...Map.groupBy(largest, ({ subject }) => subject).values()].map(
    (of) => of[0] as Shelf,
  )
  const examples = ofEachSubject.slice(0, EXAMPLES).map((shelf) => exampleOf(shelf, language))
  const isThere = shelves.some(({ subject }) => subject === 'Mathematics')
  return isThere ? [...examples, MATHEMATICS[language]] : examples
}

/** In letters of another language. */
const MATHEMATICS: Record<Language, string> = { en: 'கணிதம்', ta: 'kanitham', hi: 'ganit' }

function exampleOf({ type, grade, subject }: Shelf, language: Language) {
  if (language === 'en') return `${type} ${grade}th ${subject.toLowerCase()}`
  const labels = labelsOf(language)
  return `${labels.grade(grade)} ${labels.subject(subject)}`
}

function sum(shelves: readonly Shelf[]) {
  return shelves.reduce((papers, shelf) => papers + shelf.papers, 0)
}
