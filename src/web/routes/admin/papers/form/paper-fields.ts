import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { ALL_SUBJECTS, degreeOf, findDegree, type Paper } from '#domain/paper/paper.ts'
import { paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'

/** What can be typed of a paper, as the form holds it. */
export const FIELD_LABELS = {
  title: 'Title',
  degree: 'Degree',
  subject: 'Subject',
  month: 'Month',
  year: 'Year',
  referenceLink: 'Reference Link',
}
export type FieldName = keyof typeof FIELD_LABELS
export type PaperFields = Record<FieldName, string>
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

/** A paper as the form shows it: an uploaded answers file is no link that somebody typed. */
export function fieldsOf(
  paper: Pick<
    DeskPaper,
    'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'referenceLink' | 'answers'
  >,
): PaperFields {
  return {
    title: paper.title,
    degree: degreeOf(paper.type, paper.grade)?.slug ?? '',
    subject: paper.subject,
    month: paper.month,
    year: String(paper.year),
    referenceLink: paper.answers === 'link' ? (paper.referenceLink ?? '') : '',
  }
}

/** The fields of `typed` that are not as in `base`. */
export function changedFields(base: PaperFields, typed: Partial<PaperFields>): Partial<PaperFields> {
  return Object.fromEntries(
    FIELD_NAMES.filter((name) => typed[name] !== undefined && typed[name] !== base[name]).map((name) => [
      name,
      typed[name],
    ]),
  )
}

/** A field's value as people say it. */
export function sayField(name: FieldName, value: string): string {
  if (name === 'degree') return findDegree(value)?.name ?? value
  if (name === 'subject' && value === ALL_SUBJECTS) return 'All subjects'
  return value || 'nothing'
}

/** What is wrong with the fields, as the server would say it, or null. */
export function faultOfFields(fields: PaperFields, now: Date): { field: FieldName; sentence: string } | null {
  const issue = paperSubmission(currentYear(now)).safeParse(fields).error?.issues[0]
  return issue ? { field: String(issue.path[0]) as FieldName, sentence: issue.message } : null
}

/** A title short enough for a line beside other words. */
export function shortTitle({ title }: Pick<Paper, 'title'>): string {
  const letters = [...title]
  return letters.length <= 60 ? title : `${letters.slice(0, 58).join('').trimEnd()} …`
}
