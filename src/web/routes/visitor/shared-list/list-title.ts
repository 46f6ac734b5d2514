import { papersLabel } from '#domain/bundles/picked.ts'
import { degreeName, fullTitle, subjectName } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'

const MAX_SUBJECTS = 3

/** "3 papers: CBSE class 12, Physics and Chemistry". */
export function listTitle(papers: readonly Paper[]): string {
  const [first, ...more] = papers
  if (first && more.length === 0) return fullTitle(first)
  const degrees = new Set(papers.map(({ type, grade }) => degreeName(type, grade)))
  const subjects = [...new Set(papers.map(subjectName))]
  const named =
    subjects.length <= MAX_SUBJECTS ? new Intl.ListFormat('en-IN').format(subjects) : 'several subjects'
  const parts = [degrees.size === 1 ? [...degrees][0] : '', named].filter(Boolean)
  return `${papersLabel(papers.length)}: ${parts.join(', ')}`
}
