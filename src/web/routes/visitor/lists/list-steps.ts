import { degreeName } from '#domain/paper/labels.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import type { Step } from '#web/ui/breadcrumbs.tsx'
import { addressOf } from './list-address.ts'

export function listSteps({ type, grade, subject }: Pick<Paper, 'type' | 'grade' | 'subject'>): Step[] {
  const path = `/resources/${type}/${grade}/`
  const steps = [{ name: degreeName(type, grade), path }]
  return subject === ALL_SUBJECTS ? steps : [...steps, { name: subject, path: addressOf(path, { subject }) }]
}
