import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import type { Paper } from '#domain/paper/paper.ts'

const MAX_SUBJECTS = 3

/** "3 papers: CBSE class 12, Physics and Chemistry". */
export function listTitle(papers: readonly Paper[], language: Language): string {
  const [m, labels] = [messagesOf(language), labelsOf(language)]
  const [first, ...more] = papers
  if (first && more.length === 0) return labels.fullTitle(first)
  const degrees = new Set(papers.map(({ type, grade }) => labels.degree(type, grade)))
  const subjects = [...new Set(papers.map(labels.paperSubject))]
  const named =
    subjects.length <= MAX_SUBJECTS ? formatsOf(language).list(subjects) : m.shared_several_subjects()
  const parts = [degrees.size === 1 ? [...degrees][0] : '', named].filter(Boolean)
  return `${labels.papers(papers.length)}: ${parts.join(', ')}`
}
