import type { Entry, Fields } from '#domain/journal/entry.ts'
import { degreeOf, type Grade, type PaperType } from '#domain/paper/paper.ts'
import { FIELD_NAMES, type PaperFields } from './paper-fields.ts'

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
