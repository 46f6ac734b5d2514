import type { PaperRow } from '#database/schema.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { MONTHS } from '../paper/paper.ts'
import { VARIANT_FIELD_NAMES, type VariantFields } from '../paper/paper-fields.ts'

/** Recorded for a PDF that was rewritten without its scripts or without its print lock. Safe in the browser. */
export function rewriteFlags({ scriptsRemoved, lockRemoved }: Partial<ReceivedFile>): Record<string, true> {
  return { ...(scriptsRemoved && { scriptsRemoved }), ...(lockRemoved && { lockRemoved }) }
}

export const SCRIPTS_ACTION = 'scripts removed'

/** Safe in the browser. */

export const ENTRY_KINDS = ['paper', 'price', 'administrator', 'samples', 'site'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Null is the site itself: samples at the first start, the end of papers in the bin. */
export type Author = { id: string; email: string } | null

export const COMMAND_LINE: Author = { id: 'command-line', email: 'the command line' }

/** Under this name an entry keeps a paper's list of questions as it was, null for what the site found; readers get `true`. */
export const FORMER_QUESTIONS = 'formerQuestions'

/** Before or after a change. Never a password, token or code. */
export type Fields = Record<string, string | number | boolean | null>

export type NewEntry = {
  /** A past participle: published, revised, replaced, binned, restored, deleted, set, disabled … */
  action: string
  kind: EntryKind
  subjectId: string
  subject: string
  before: Fields | null
  after: Fields | null
}

/** `at` is UTC in ISO 8601; `author` the administrator's email at the time, or "the site". */
export type Entry = NewEntry & { id: number; at: string; author: string }

export function journalFields(
  row: Pick<PaperRow, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'referenceLink'> &
    Partial<VariantFields>,
): Fields {
  const { title, type, grade, subject, month, year, referenceLink } = row
  const named = { title, type, grade, subject, month: MONTHS[month - 1] ?? null, year, referenceLink }
  const apart = VARIANT_FIELD_NAMES.flatMap((name) => (row[name] ? [[name, row[name]]] : []))
  return { ...named, ...Object.fromEntries(apart) }
}
