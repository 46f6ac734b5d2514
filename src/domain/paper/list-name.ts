import type { PaperFilter } from './filters.ts'
import { gradeLabel, typeLabel } from './labels.ts'
import { ALL_SUBJECTS, PREVIOUS_YEARS } from './paper.ts'

/** "CBSE Class 12 Physics 2024", "NEET Biology with answers"; without a filter, "All papers". */
export function listName({ type, grade, subject, month, year, answered }: PaperFilter): string {
  // An exam's papers are all of previous years; to repeat it says nothing.
  const isExam = type !== undefined && grade === PREVIOUS_YEARS
  const what = [type && typeLabel(type), grade && !isExam && gradeLabel(grade)]
  if (subject && subject !== ALL_SUBJECTS) what.push(subject)
  const when = [month, year]
  const isNamed = [...what].some(Boolean)
  const name = [...what, ...when].filter(Boolean).join(' ')
  if (isNamed) return answered ? `${name} with answers` : name
  if (name === '') return answered ? 'All papers with answers' : 'All papers'
  return answered ? `Papers of ${name} with answers` : `Papers of ${name}`
}

/** On its class's page, or in the search where no class's page fits. */
export function listPath(filter: PaperFilter): string {
  const { type, grade, ...rest } = filter
  const path = type ? `/resources/${type}/${grade ?? 'all'}/` : '/search'
  const asked = Object.entries(type ? rest : { grade, ...rest })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === true ? 'yes' : String(value)])
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path
}
