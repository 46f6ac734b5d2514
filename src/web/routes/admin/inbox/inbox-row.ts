import type { Hints, TitleParts, ToldFields } from '#domain/autofill/hints.ts'
import { followTitle, titleProblem } from '#domain/autofill/title.ts'
import type { Duplicate, InboxFile, InboxState, Settled } from '#domain/inbox/inbox.ts'
import {
  EMPTY_FIELDS,
  FIELD_NAMES,
  type FieldName,
  type FieldTexts,
  HINTED_NAMES,
  PAPER_FIELDS,
} from '#domain/paper/form-fields.ts'
import { ALL_SUBJECTS, findDegree, needsSubject, type Paper } from '#domain/paper/paper.ts'
import { describeVariantFields, recordOf } from '#domain/paper/paper-fields.ts'
import { isReferenceLink } from '#domain/paper/submission.ts'

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
  /** What was in a field before it was typed, in this row alone. */
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
  return byHand.includes('title') ? null : titleProblem(fields.title)
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
export function variantFieldsOf({ fields }: InboxRow, own = ''): string[] {
  return describeVariantFields({ ...fields, board: isOfState(fields.degree) ? fields.board || own : '' })
}

/** Whether bytes or page 1 say so, and not only the fields. */
export function isSureDuplicate(row: InboxRow): boolean {
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

/** Hints of the file's name or page 1; what was typed by hand or confirmed stays. */
export function withHints(row: InboxRow, hints: Hints): InboxRow {
  const fields = { ...row.fields }
  const doubtful = new Set(row.doubtful)
  let added = false
  for (const name of HINTED_NAMES) {
    const hint = hints[name]
    const isFixed = row.byHand.includes(name) || (row.confirmed && fields[name] !== '')
    if (!hint || isFixed) continue
    fields[name] = hint.value === ALL_SUBJECTS ? '' : String(hint.value)
    if (hint.sure) doubtful.delete(name)
    else doubtful.add(name)
    added ||= !hint.sure
  }
  const isTitleFixed = row.confirmed && row.fields.title !== ''
  const isTold = !isTitleFixed && (hints.title !== null || row.fields.title === '')
  const titleParts = isTold ? hints.titleParts : row.titleParts
  return {
    ...row,
    titleParts,
    fields: isTitleFixed ? fields : withMadeTitle({ ...row, titleParts, fields }),
    doubtful: [...doubtful],
    confirmed: row.confirmed && !added,
    isAnswers: hints.isAnswers,
    told: { ...row.told, ...hints.told },
  }
}

export function withTyped(row: InboxRow, name: FieldName, value: string): InboxRow {
  const failure = row.step === 'arrived' ? null : row.failure
  const fields = { ...row.fields, [name]: value }
  const byHand = row.byHand.includes(name) ? row.byHand : [...row.byHand, name]
  return {
    ...row,
    fields: withMadeTitle({ ...row, fields, byHand }),
    byHand,
    doubtful: row.doubtful.filter((each) => each !== name),
    failure,
  }
}

/** The row remembers what was guessed, so that like corrections are noticed. */
export function withGuess(row: InboxRow, name: FieldName): InboxRow {
  const isFirst = !row.byHand.includes(name) && row.guessed?.[name] === undefined
  return isFirst ? { ...row, guessed: { ...row.guessed, [name]: row.fields[name] } } : row
}

/** As it was before it was typed. */
export function withTypedBefore(row: InboxRow, name: FieldName, before: FieldBefore): InboxRow {
  const fields = { ...row.fields, [name]: before.value }
  const byHand = row.byHand.filter((each) => each !== name || before.byHand)
  const rest = row.doubtful.filter((each) => each !== name)
  const doubtful = before.doubtful ? [...rest, name] : rest
  return { ...row, fields: withMadeTitle({ ...row, fields, byHand }), byHand, doubtful }
}

/** A field before it was typed; can be posted to other tabs. */
export type FieldBefore = { value: string; byHand: boolean; doubtful: boolean }

export function fieldBefore({ fields, byHand, doubtful }: InboxRow, name: FieldName): FieldBefore {
  return { value: fields[name], byHand: byHand.includes(name), doubtful: doubtful.includes(name) }
}

/** The made title, until somebody has edited it. */
function withMadeTitle({ fields, titleParts, byHand }: InboxRow): FieldTexts {
  if (!titleParts || byHand.includes('title')) return fields
  return { ...fields, title: followTitle(titleParts, fields) || fields.title }
}

export function withUnsaved(row: InboxRow, parts: Part[]): InboxRow {
  const added = parts.filter((part) => !row.unsaved.includes(part))
  return added.length > 0 ? { ...row, unsaved: [...row.unsaved, ...added] } : row
}

/** These alone; the others stay to be checked. */
export function withConfirmedFields(row: InboxRow, fields: FieldName[]): InboxRow {
  const looked = fields.filter((name) => doubtfulOf(row).includes(name) && row.fields[name] !== '')
  const byHand = [...new Set([...row.byHand, ...looked])]
  return withUnsaved(
    { ...row, byHand, doubtful: row.doubtful.filter((name) => !looked.includes(name)) },
    looked,
  )
}

/** Doubtful fields count as typed by hand from now on. */
export function withConfirmed(row: InboxRow): InboxRow {
  const looked = row.doubtful.filter((name) => row.fields[name] !== '')
  const byHand = [...new Set([...row.byHand, ...looked])]
  return withUnsaved({ ...row, byHand, confirmed: true }, [...looked, 'confirmed'])
}
