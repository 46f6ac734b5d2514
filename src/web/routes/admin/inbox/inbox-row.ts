import type { TitleParts, ToldFields } from '#domain/autofill/hints.ts'
import { whyNoTitle } from '#domain/autofill/title.ts'
import type { Duplicate, InboxFile, InboxState, Settled } from '#domain/inbox/inbox.ts'
import { findDegree, needsSubject, type Paper } from '#domain/paper/paper.ts'
import {
  EMPTY_FIELDS,
  FIELD_NAMES,
  type FieldName,
  type FieldTexts,
  PAPER_FIELDS,
} from '#domain/paper/paper-fields.ts'
import { isReferenceLink } from '#domain/paper/submission.ts'
import { describeApart, recordOf } from '#domain/paper/variant.ts'

export const FIELD_LABELS: Record<FieldName, string> = {
  ...recordOf(FIELD_NAMES, (name) => PAPER_FIELDS[name].label),
  referenceLink: 'Answers link',
}

/** `held`: a duplicate exists, nothing is sent yet. `waiting`: queued for upload. `failed`: before it arrived. */
export type Step = 'new' | 'hashed' | 'held' | 'waiting' | 'sending' | 'arrived' | 'published' | 'failed'

/** `again`: whether a retry can help. */
export type Failure = {
  sentence: string
  field?: string
  again: boolean
  noNetwork?: boolean
  /** Refused for its scripts only: it could be accepted without them. */
  scripts?: boolean
  /** Refused because its papers are attached to it: they could be taken out. */
  portfolio?: boolean
}

/** The parts of a row that the server stores, each by itself. */
export type Part = FieldName | 'confirmed' | 'settled' | 'away'

/** A part that was changed here and by somebody else: their value, and who. */
export type Conflict = { part: FieldName | 'settled'; theirs: string; by: string }

/** One file on its way to being a paper; its bytes are stored apart. */
export type InboxRow = {
  uploadId: string
  owner: string
  addedAt: number
  /** When this browser last stored it, in milliseconds since 1970. */
  writtenAt?: number
  name: string
  size: number
  step: Step
  /** In bytes; -1 while a retry is waited for. */
  sent: number
  /** Some of it may have reached the server, which is asked before anything is sent. */
  begun: boolean
  /** `kept`: in this browser's storage; `in-memory`: lost when the page is closed. */
  file: 'kept' | 'in-memory' | 'elsewhere'
  sha256: string | null
  pages: number | null
  folders?: string
  /** The server is to remove the file's scripts, or has done so. */
  withoutScripts?: boolean
  /** The PDF forbids to print it, and is to be stored without that. */
  isLocked?: boolean
  unlocked?: boolean
  isAnswers: boolean
  fields: FieldTexts
  byHand: FieldName[]
  /** What stood in a field before it was typed, in this row alone. */
  guessed?: Partial<FieldTexts>
  /** What the title is made of, while it follows the other fields. */
  titleParts?: TitleParts | null
  /** Who says what was guessed. */
  told?: ToldFields
  doubtful: FieldName[]
  confirmed: boolean
  failure: Failure | null
  duplicates: Duplicate[]
  /** The key of the file and fields for which the duplicates were looked up. */
  duplicatesAsked: string
  settled: Settled | null
  copyOf: string | null
  /** Page 1 waits to be read on the server. */
  isBeingRead?: boolean
  /** To be published by itself if it lacks nothing and nothing of it is doubtful once page 1 is read. */
  whenRead?: boolean
  publishing: boolean
  /** It is to be published hidden. */
  hiding?: { hidden: boolean; showAt: string | null }
  paper: Paper | null
  /** Removed by the user, who can still undo it. */
  away: boolean
  /** The server's state as last heard; null before the file has arrived. */
  known: (InboxState & Pick<InboxFile, 'arrivedAt' | 'sentBy'>) | null
  /** Changed here, and not yet confirmed by the server. */
  unsaved: Part[]
  conflicts: Conflict[]
}

export function newRow(made: Pick<InboxRow, 'uploadId' | 'owner' | 'addedAt' | 'name' | 'size'>): InboxRow {
  return {
    ...made,
    step: 'new',
    sent: 0,
    begun: false,
    file: 'kept',
    sha256: null,
    pages: null,
    isAnswers: false,
    fields: EMPTY_FIELDS,
    byHand: [],
    doubtful: [],
    confirmed: false,
    failure: null,
    duplicates: [],
    duplicatesAsked: '',
    settled: null,
    copyOf: null,
    publishing: false,
    paper: null,
    away: false,
    known: null,
    unsaved: [],
    conflicts: [],
  }
}

/** Missing or invalid fields. */
export function missingOf({ fields }: InboxRow): FieldName[] {
  const degree = findDegree(fields.degree)
  const missing: FieldName[] = []
  if (!fields.title.trim()) missing.push('title')
  if (!degree) missing.push('degree')
  if ((!degree || needsSubject(degree)) && !fields.subject) missing.push('subject')
  if (!fields.month) missing.push('month')
  if (!fields.year) missing.push('year')
  if (!isReferenceLink(fields.referenceLink)) missing.push('referenceLink')
  return missing
}

export function doubtfulOf(row: InboxRow): FieldName[] {
  if (row.confirmed) return []
  const isDoubted = titleFaultOf(row) !== null && !row.doubtful.includes('title')
  return isDoubted ? ['title', ...row.doubtful] : row.doubtful
}

/** Null when the title is fine, or typed by hand. */
export function titleFaultOf({ fields, byHand }: InboxRow): string | null {
  return byHand.includes('title') ? null : whyNoTitle(fields.title)
}

/** As it is shown: a degree by its name. */
export function valueName(name: FieldName, value: string): string {
  return name === 'degree' ? (findDegree(value)?.name ?? value) : value
}

/** Whether it is of a state's board, whose name its own field says. */
export function isOfState(degree: string): boolean {
  return findDegree(degree)?.type === 'state'
}

/** "Set 2", "Bihar Board": what degree, subject, month and year do not say. `own` is the state of boards without a name. */
export function apartOf({ fields }: InboxRow, own = ''): string[] {
  return describeApart({ ...fields, board: isOfState(fields.degree) ? fields.board || own : '' })
}

/** Whether bytes or page 1 say so, and not only the fields. */
export function isSurelyThere(row: InboxRow): boolean {
  return row.copyOf !== null || undecidedDuplicates(row).some(({ isSure }) => isSure)
}

export function undecidedDuplicates({ duplicates, settled }: InboxRow): Duplicate[] {
  return duplicates.filter(({ paper }) => !settled?.ids.includes(paper.id))
}

/** What the duplicates are to be looked up for now; null when there is nothing to look up yet. */
export function duplicatesKey(row: InboxRow): string | null {
  if (row.step === 'hashed') return row.sha256
  if (row.step !== 'arrived') return null
  const { referenceLink: _, ...fields } = row.fields
  return missingOf(row).length === 0 ? `${row.sha256} ${JSON.stringify(fields)}` : row.sha256
}
