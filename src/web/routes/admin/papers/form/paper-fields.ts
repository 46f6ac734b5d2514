import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { ALL_SUBJECTS, degreeOf, findDegree, type Paper } from '#domain/paper/paper.ts'
import { isOfAllSubjects, paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'

export const FIELD_LABELS = {
  title: 'Title',
  degree: 'Degree',
  subject: 'Subject',
  month: 'Month',
  year: 'Year',
  variant: 'Variant',
  board: 'Board',
  referenceLink: 'Reference Link',
}
export type FieldName = keyof typeof FIELD_LABELS
export type PaperFields = Record<FieldName, string>
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

/** An uploaded answers file is not shown as a link. */
export function fieldsOf(
  paper: Pick<
    DeskPaper,
    | 'title'
    | 'type'
    | 'grade'
    | 'subject'
    | 'month'
    | 'year'
    | 'referenceLink'
    | 'answers'
    | 'variant'
    | 'board'
  >,
): PaperFields {
  return {
    title: paper.title,
    degree: degreeOf(paper.type, paper.grade)?.slug ?? '',
    subject: paper.subject,
    month: paper.month,
    year: String(paper.year),
    variant: paper.variant,
    board: paper.board,
    referenceLink: paper.answers === 'link' ? (paper.referenceLink ?? '') : '',
  }
}

export function changedFields(base: PaperFields, typed: Partial<PaperFields>): Partial<PaperFields> {
  return Object.fromEntries(
    FIELD_NAMES.filter((name) => typed[name] !== undefined && typed[name] !== base[name]).map((name) => [
      name,
      typed[name],
    ]),
  )
}

export function sayField(name: FieldName, value: string): string {
  if (name === 'degree') return findDegree(value)?.name ?? value
  if (name === 'subject' && value === ALL_SUBJECTS) return 'All subjects'
  return value || 'nothing'
}

/** As the server would say it, or null; `base` is the paper as it is. */
export function faultOfFields(
  fields: PaperFields,
  base: PaperFields,
  now: Date,
): { field: FieldName; sentence: string } | null {
  const rules = paperSubmission(currentYear(now), { mayBeOfAll: isOfAllSubjects(base) })
  const issue = rules.safeParse(fields).error?.issues[0]
  return issue ? { field: String(issue.path[0]) as FieldName, sentence: issue.message } : null
}

/** At most 60 characters. */
export function shortTitle({ title }: Pick<Paper, 'title'>): string {
  const letters = [...title]
  return letters.length <= 60 ? title : `${letters.slice(0, 58).join('').trimEnd()} …`
}
