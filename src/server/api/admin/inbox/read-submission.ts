import type { Refusal } from '#domain/paper/refusal.ts'
import { type PaperSubmission, paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'

/** Returns the first fault, by its field. */
export function readSubmission(
  fields: Record<string, string | undefined>,
  now: Date,
): { submission: PaperSubmission } | Refusal {
  const read = paperSubmission(currentYear(now)).strict().safeParse(fields)
  if (read.success) return { submission: read.data }
  const issue = read.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? ''
    const sentence = `There is no field called "${name}"; leave it out.`
    return { refused: 'unknown-field', field: name, sentence }
  }
  const field = String(issue?.path[0] ?? '')
  const sentence = fields[field] === undefined ? `The field "${field}" is missing.` : (issue?.message ?? '')
  return { refused: 'invalid-field', field, sentence }
}
