import type { Entry, Fields } from '#domain/journal/entry.ts'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import {
  ALL_SUBJECTS,
  degreeOf,
  findDegree,
  type Grade,
  type Paper,
  type PaperType,
} from '#domain/paper/paper.ts'
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

export function describeField(name: FieldName, value: string): string {
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

/** Unsaved changes and the version they are based on; in session storage, so that a reload loses none. */
export type PaperDraft = { version: number; base: PaperFields; typed: Partial<PaperFields> }

const PREFIX = 'paperDraft:'

export function readPaperDraft(id: string): PaperDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(PREFIX + id) ?? 'null')
    const whole = draft && FIELD_NAMES.every((name) => typeof draft.base?.[name] === 'string')
    return whole && typeof draft.version === 'number' ? draft : null
  } catch {
    return null
  }
}

/** Without changes it is removed. */
export function keepPaperDraft(id: string, draft: PaperDraft) {
  if (Object.keys(draft.typed).length === 0) return clearPaperDraft(id)
  sessionStorage.setItem(PREFIX + id, JSON.stringify(draft))
}

export function clearPaperDraft(id: string) {
  sessionStorage.removeItem(PREFIX + id)
}

export function listPaperDrafts(): { id: string; title: string }[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .flatMap((id) => {
      const draft = readPaperDraft(id)
      return draft ? [{ id, title: draft.base.title }] : []
    })
}

export function clearPaperDrafts() {
  for (const { id } of listPaperDrafts()) clearPaperDraft(id)
}

/** Undoes these entries, newest first; null when they changed none of the form's fields. */
export function fieldsBefore(now: PaperFields & { type: PaperType; grade: Grade }, newer: Entry[]) {
  const was: Fields = { ...now }
  for (const { before } of newer) if (before) Object.assign(was, before)
  const text = (name: string) => (was[name] === null || was[name] === undefined ? '' : String(was[name]))
  const degree = degreeOf(text('type') as PaperType, text('grade') as Grade)?.slug ?? now.degree
  const former: PaperFields = {
    title: text('title'),
    degree,
    subject: text('subject'),
    month: text('month'),
    year: text('year'),
    variant: text('variant'),
    board: text('board'),
    referenceLink: isOurs(text('referenceLink')) ? now.referenceLink : text('referenceLink'),
  }
  const names = FIELD_NAMES.filter((name) => former[name] !== now[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, former[name]]))
}

/** An uploaded file cannot be restored by its address. */
function isOurs(link: string) {
  return link.startsWith('/')
}
