import type { Labels } from '#domain/language/labels.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import type { Step } from '#web/ui/breadcrumbs.tsx'
import { addressOf } from './list-address.ts'

export function listSteps(
  { type, grade, subject }: Pick<Paper, 'type' | 'grade' | 'subject'>,
  labels: Labels,
): Step[] {
  const path = `/resources/${type}/${grade}/`
  const steps = [{ name: labels.degree(type, grade), path }]
  return subject === ALL_SUBJECTS
    ? steps
    : [...steps, { name: labels.subject(subject), path: addressOf(path, { subject }) }]
}
