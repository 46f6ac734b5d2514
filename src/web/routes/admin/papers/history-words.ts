import {
  ALL_SUBJECTS,
  degreeOf,
  type Grade,
  gradeLabel,
  type PaperType,
  sizeLabel,
  typeLabel,
} from '#domain/catalogue/paper.ts'
import type { Entry, Fields } from '#domain/journal/entry.ts'
import { FIELD_NAMES, type PaperFields } from './paper-fields.ts'

const ACTIONS: Record<string, string> = {
  published: 'published it',
  revised: 'changed it',
  changed: 'changed it',
  replaced: 'replaced a file',
  added: 'added a file',
  removed: 'took a file away',
  binned: 'put it into the bin',
  restored: 'took it out of the bin',
  deleted: 'deleted it for good',
}
const NAMES: Record<string, string> = {
  title: 'Title',
  type: 'Board or exam',
  grade: 'Class',
  subject: 'Subject',
  month: 'Month',
  year: 'Year',
  referenceLink: 'Reference Link',
  file: 'PDF',
  thumbnail: 'Thumbnail',
  answers: 'Answers',
  pages: 'Pages',
  bytes: 'Size',
}
/** What happened to the paper whole: its fields are listed to keep them, not because they changed. */
const WHOLE = ['published', 'binned', 'restored', 'deleted']

/** What an entry says was done, in plain words. */
export function sayAction({ action }: Pick<Entry, 'action'>): string {
  return ACTIONS[action] ?? action
}

/** The fields that an entry changed: their names, what they were and what they became. */
export function sayChanges({ action, before, after }: Pick<Entry, 'action' | 'before' | 'after'>) {
  if (WHOLE.includes(action)) return []
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    name: NAMES[name] ?? name,
    from: sayValue(name, before?.[name]),
    to: sayValue(name, after?.[name]),
  }))
}

/**
 * The fields to set so that a paper is again as it was before the last of these entries, newest first; null when they
 * changed nothing that can be typed.
 */
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
    referenceLink: isOurs(text('referenceLink')) ? now.referenceLink : text('referenceLink'),
  }
  const names = FIELD_NAMES.filter((name) => former[name] !== now[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, former[name]]))
}

/** An uploaded file cannot be put back by its address. */
function isOurs(link: string) {
  return link.startsWith('/')
}

function sayValue(name: string, value: Fields[string] | undefined): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (name === 'type') return typeLabel(value as PaperType)
  if (name === 'grade') return gradeLabel(value as Grade)
  if (name === 'subject' && value === ALL_SUBJECTS) return 'All subjects'
  if (name === 'bytes') return sizeLabel(Number(value))
  return String(value)
}
