/** What the journal says of a change. Safe in the browser. */

/** What a change was made to. */
export const ENTRY_KINDS = ['paper', 'price', 'administrator', 'samples'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Who makes a change: an administrator, or null for the site itself (samples at the first start, the bin's end). */
export type Author = { id: string; email: string } | null

/** Whoever works on the machine itself. */
export const COMMAND_LINE: Author = { id: 'command-line', email: 'the command line' }

/** Fields by name, as they were or are. Never a password, token or code. */
export type Fields = Record<string, string | number | boolean | null>

export type NewEntry = {
  /** A past participle: published, revised, replaced, binned, restored, deleted, set, disabled … */
  action: string
  kind: EntryKind
  /** The id of what was changed, and how people call it. */
  subjectId: string
  subject: string
  /** Only the fields that changed. */
  before: Fields | null
  after: Fields | null
}

/** `at` is UTC in ISO 8601; `author` the administrator's email at the time, or "the site". */
export type Entry = NewEntry & { id: number; at: string; author: string }
