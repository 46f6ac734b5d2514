import type { TitleParts } from '#domain/autofill/hints.ts'
import { whyNoTitle } from '#domain/autofill/no-title.ts'
import type { Duplicate, InboxField, InboxState, Settled } from '#domain/inbox/inbox.ts'
import { findDegree, needsSubject, type Paper } from '#domain/paper/paper.ts'
import { isReferenceLink } from '#domain/paper/submission.ts'

/** The fields of a paper as they stand in a row, all of them texts; '' is missing. */
export type RowFields = Record<InboxField, string>
export type FieldName = InboxField

export const FIELD_LABELS: Record<FieldName, string> = {
  title: 'Title',
  degree: 'Degree',
  subject: 'Subject',
  month: 'Month',
  year: 'Year',
  referenceLink: 'Answers link',
}

/**
 * How far the file has come: `new` (not looked at), `hashed`, `held` (a duplicate is there, nothing is sent), `waiting` for
 * its turn, `sending`, `arrived` on the server's inbox, `published`, or `failed` before it arrived.
 */
export type Step = 'new' | 'hashed' | 'held' | 'waiting' | 'sending' | 'arrived' | 'published' | 'failed'

/** Why a row does not go on. `again` says whether trying again can help. */
export type Failure = {
  sentence: string
  field?: string
  again: boolean
  noNetwork?: boolean
  /** Whether the file could be taken without its scripts, for which it was refused. */
  scripts?: boolean
}

/** What of a row is kept on the server, each part for itself. */
export type Part = FieldName | 'confirmed' | 'settled' | 'away'

/** What somebody else made of a part that was changed here, too: in words, and whose it is. */
export type Conflict = { part: FieldName | 'settled'; theirs: string; by: string }

/** One file on its way to being a paper: all that the page knows of it but its bytes. */
export type InboxRow = {
  uploadId: string
  owner: string
  addedAt: number
  name: string
  size: number
  step: Step
  /** Bytes sent so far. */
  sent: number
  /** Whether something of it may have reached the server: then it is asked before anything is sent. */
  begun: boolean
  /** Whether this device holds the file, and keeps it when the page is closed. */
  file: 'kept' | 'in-memory' | 'elsewhere'
  sha256: string | null
  pages: number | null
  /** The folders in which the file lay. */
  folders?: string
  /** Whether the server is to take the scripts out of the file, or has done so. */
  withoutScripts?: boolean
  isAnswers: boolean
  fields: RowFields
  byHand: FieldName[]
  /** What the title is made of while it follows the fields. */
  titleParts?: TitleParts | null
  doubtful: FieldName[]
  confirmed: boolean
  failure: Failure | null
  duplicates: Duplicate[]
  /** For which file and fields the duplicates were asked. */
  duplicatesAsked: string
  settled: Settled | null
  /** The row that holds the same bytes. */
  copyOf: string | null
  publishing: boolean
  paper: Paper | null
  /** Taken away, but can still be put back. */
  away: boolean
  /** What the server keeps of it, as last heard; null before the file has arrived. */
  known: (InboxState & { arrivedAt: string }) | null
  /** What was changed here and is not on the server yet, as far as is known. */
  unsaved: Part[]
  conflicts: Conflict[]
}

export const EMPTY_FIELDS: RowFields = {
  title: '',
  degree: '',
  subject: '',
  month: '',
  year: '',
  referenceLink: '',
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

/** What is still to be filled in, or is filled in wrongly. */
export function missingOf({ fields }: InboxRow): FieldName[] {
  const degree = findDegree(fields.degree)
  const missing: FieldName[] = []
  if (!fields.title.trim()) missing.push('title')
  if (!degree) missing.push('degree')
  if ((!degree || needsSubject(degree)) && !fields.subject) missing.push('subject')
  if (!fields.month) missing.push('month')
  if (!fields.year) missing.push('year')
  if (!isReferenceLink(fields.referenceLink.trim())) missing.push('referenceLink')
  return missing
}

/** What a glance has still to confirm. */
export function doubtfulOf(row: InboxRow): FieldName[] {
  if (row.confirmed) return []
  const isDoubted = titleFaultOf(row) !== null && !row.doubtful.includes('title')
  return isDoubted ? ['title', ...row.doubtful] : row.doubtful
}

/** Why the title is none, unless somebody typed it. */
export function titleFaultOf({ fields, byHand }: InboxRow): string | null {
  return byHand.includes('title') ? null : whyNoTitle(fields.title)
}

/** The duplicates about which nothing is decided yet. */
export function undecidedDuplicates({ duplicates, settled }: InboxRow): Duplicate[] {
  return duplicates.filter(({ paper }) => !settled?.ids.includes(paper.id))
}

/** For what the duplicates of a row are to be asked now, or null when it is not their time. */
export function duplicatesKey(row: InboxRow): string | null {
  if (row.step === 'hashed') return row.sha256
  if (row.step !== 'arrived') return null
  const { referenceLink: _, ...fields } = row.fields
  return missingOf(row).length === 0 ? `${row.sha256} ${JSON.stringify(fields)}` : row.sha256
}
