import { inWords } from '#domain/centre/texts/coverage-words.ts'
import { gradeLabel, typeLabel } from '#domain/paper/labels.ts'
import { type Grade, gradesOf, PAPER_TYPES, type PaperType } from '#domain/paper/paper.ts'
import { notHere, shortOf } from '#web/routes/visitor/missing/not-here.ts'

/** Throws a 404 that offers the types. */
export function readType(text: string): PaperType {
  const type = PAPER_TYPES.find((known) => known === text)
  if (type) return type
  const choices = inWords(PAPER_TYPES.map(typeLabel), 'or')
  throw notHere(`There are no papers of the type “${shortOf(text)}”. Choose ${choices}.`)
}

/** Undefined for "all"; throws a 404 that offers the type's classes. */
export function readGrade(type: PaperType, text: string): Grade | undefined {
  if (text === 'all') return undefined
  const grades = gradesOf(type)
  const grade = grades.find((known) => known === text)
  if (grade) return grade
  const offers = [...grades, 'all' as const].map((known) => ({
    name: known === 'all' ? `All of ${typeLabel(type)}` : gradeLabel(known),
    path: `/resources/${type}/${known}/`,
  }))
  throw notHere(`“${shortOf(text)}” is not part of ${typeLabel(type)}. Choose from what there is.`, offers)
}
