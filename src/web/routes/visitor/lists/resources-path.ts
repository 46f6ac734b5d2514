import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { type Grade, gradesOf, PAPER_TYPES, type PaperType } from '#domain/paper/paper.ts'
import { notHere, shortOf } from '#web/routes/visitor/not-here.ts'

/** Throws a 404 that offers the types. */
export function readType(text: string, language: Language): PaperType {
  const type = PAPER_TYPES.find((known) => known === text)
  if (type) return type
  const choices = formatsOf(language).either(PAPER_TYPES.map(labelsOf(language).type))
  throw notHere(messagesOf(language).resources_no_type({ type: shortOf(text), choices }))
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
  throw notHere(m.resources_no_class({ grade: shortOf(text), exam }), offers)
}
