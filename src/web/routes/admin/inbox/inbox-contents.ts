import { UPLOADS_AT_ONCE } from '#domain/files/upload-limits.ts'
import type { InboxGone } from '#domain/inbox/inbox.ts'
import { type FieldName, HINTED_NAMES } from '#domain/paper/form-fields.ts'
import type { ReadingPace } from '#domain/recognition/time-left.ts'
import {
  doubtfulOf,
  duplicatesKey,
  type InboxRow,
  missingOf,
  titleFaultOf,
  undecidedDuplicates,
} from './inbox-row.ts'

/** `lost`: what was typed here and did not get into the paper. */
export type News = InboxGone & { lost: string }

export type Inbox = {
  order: string[]
  rows: Record<string, InboxRow>
  /** Whether the server has been asked for all its rows. */
  isSynced: boolean
  /** Milliseconds by which the server's clock is ahead. */
  ahead: number
  /** Rows that others have published or removed. */
  news: News[]
  /** How long the server takes to read a page. */
  pace: ReadingPace
}

export const EMPTY_INBOX: Inbox = {
  order: [],
  rows: {},
  isSynced: false,
  ahead: 0,
  news: [],
  pace: { msPerPage: null },
}

export function change(inbox: Inbox, ids: string[], how: (row: InboxRow) => InboxRow): Inbox {
  const rows = { ...inbox.rows }
  for (const id of ids) if (rows[id]) rows[id] = how(rows[id])
  return { ...inbox, rows }
}

/** Appended; rows that exist stay as they are. */
export function insertRows(inbox: Inbox, added: InboxRow[]): Inbox {
  const unknown = added.filter(({ uploadId }) => !inbox.rows[uploadId])
  if (unknown.length === 0) return inbox
  const rows = { ...inbox.rows }
  for (const row of unknown) rows[row.uploadId] = row
  return { ...inbox, order: [...inbox.order, ...unknown.map(({ uploadId }) => uploadId)], rows }
}

/** A row that waited as the copy of a removed row is no copy any more. */
export function freeCopies(inbox: Inbox, ids: string[]): Inbox {
  const copies = inbox.order.filter((id) => ids.includes(inbox.rows[id]?.copyOf ?? ''))
  return change(inbox, copies, (row) => ({
    ...row,
    copyOf: null,
    step: row.step === 'held' ? 'hashed' : row.step,
  }))
}

export function forget(inbox: Inbox, ids: string[]): Inbox {
  const gone = new Set(ids)
  const rows = Object.fromEntries(Object.entries(inbox.rows).filter(([id]) => !gone.has(id)))
  return { ...inbox, order: inbox.order.filter((id) => !gone.has(id)), rows }
}

/** Per call. */
const DUPLICATES_PER_CALL = 20

/** In order, without removed and published ones. */
export function present({ order, rows }: Inbox): InboxRow[] {
  return order.flatMap((id) => {
    const row = rows[id]
    return row && !row.away && row.step !== 'published' ? [row] : []
  })
}

export function nextToHash(inbox: Inbox): InboxRow | undefined {
  return present(inbox).find(({ step }) => step === 'new')
}

export function nextToAsk(inbox: Inbox): InboxRow[] {
  const due = (row: InboxRow) => {
    const key = duplicatesKey(row)
    return key !== null && key !== row.duplicatesAsked && !row.copyOf
  }
  return present(inbox).filter(due).slice(0, DUPLICATES_PER_CALL)
}

export function nextToSend(inbox: Inbox, underWay: number): InboxRow[] {
  const waiting = present(inbox).filter(({ step }) => step === 'waiting')
  return waiting.slice(0, Math.max(0, UPLOADS_AT_ONCE - underWay))
}

/** Asked for, arrived, with nothing unsaved and its duplicates known. */
export function nextToPublish(inbox: Inbox): InboxRow | undefined {
  return present(inbox).find(
    (row) =>
      row.unsaved.length === 0 &&
      row.step === 'arrived' &&
      row.duplicatesAsked === duplicatesKey(row) &&
      problemOf(row).kind === 'publishing',
  )
}

export function inPublication(inbox: Inbox): InboxRow[] {
  return present(inbox).filter((row) => problemOf(row).kind === 'publishing')
}

/** Rows whose bytes will be uploaded without further action. */
export function unsent(inbox: Inbox): InboxRow[] {
  return present(inbox).filter(({ step }) => ['new', 'hashed', 'waiting', 'sending'].includes(step))
}

export type Tally = {
  rows: InboxRow[]
  groups: { group: Group; name: string; ids: string[] }[]
  published: InboxRow[]
  away: InboxRow[]
  /** By upload id, of rows to be checked: no real title, or that of another row with the same fields. */
  titleFaults: Record<string, string>
  /** By upload id, of rows that lack something or are doubtful while their page 1 is read: how many are read until then, this
   * one included. */
  reading: Record<string, number>
}

const tallies = new WeakMap<Inbox, Tally>()

/** Memoized by the inbox, which is immutable. */
export function tallyOf(inbox: Inbox): Tally {
  const tally = tallies.get(inbox) ?? count(inbox)
  tallies.set(inbox, tally)
  return tally
}

export function idsIn(tally: Tally, group: Group): string[] {
  return tally.groups.find((each) => each.group === group)?.ids ?? []
}

function count(inbox: Inbox): Tally {
  const rows = present(inbox)
  const found = new Map<Group, string[]>()
  for (const row of rows) {
    for (const group of groupsOf(row)) {
      const ids = found.get(group)
      if (ids) ids.push(row.uploadId)
      else found.set(group, [row.uploadId])
    }
  }
  const all = inbox.order.flatMap((id) => inbox.rows[id] ?? [])
  return {
    rows,
    groups: GROUPS.flatMap(([group, name]) => {
      const ids = found.get(group)
      return ids ? [{ group, name, ids }] : []
    }),
    published: all.filter(({ step, away }) => step === 'published' && !away),
    away: all.filter(({ away }) => away),
    titleFaults: faultsOf(rows),
    reading: Object.fromEntries(
      rows
        .filter(({ isBeingRead }) => isBeingRead)
        .sort((one, other) => arrivalOf(one).localeCompare(arrivalOf(other)))
        .flatMap((row, at) =>
          ['reading', 'doubtful'].includes(problemOf(row).kind) ? [[row.uploadId, at + 1]] : [],
        ),
    ),
  }
}

/** The server reads the oldest first. */
function arrivalOf({ known }: InboxRow): string {
  return known?.arrivedAt ?? ''
}

function faultsOf(rows: InboxRow[]): Record<string, string> {
  const keyOf = ({ fields }: InboxRow) => {
    const title = fields.title.trim().toLowerCase().replace(/\s+/g, ' ')
    return HINTED_NAMES.map((name) => (name === 'title' ? title : fields[name])).join('|')
  }
  const times = new Map<string, number>()
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1)
  const faults: Record<string, string> = {}
  for (const row of rows) {
    if (problemOf(row).kind !== 'doubtful') continue
    const fault =
      titleFaultOf(row) ?? ((times.get(keyOf(row)) ?? 0) > 1 ? 'Another row has this title, too' : null)
    if (fault) faults[row.uploadId] = fault
  }
  return faults
}

/** What the row waits for, or that it is ready. */
type Problem =
  | {
      kind: 'failed' | 'conflict' | 'duplicate' | 'coming' | 'reading' | 'publishing' | 'published' | 'ready'
    }
  | { kind: 'missing' | 'doubtful'; fields: FieldName[] }

const problems = new WeakMap<InboxRow, Problem>()

/** The most urgent one. */
export function problemOf(row: InboxRow): Problem {
  const problem = problems.get(row) ?? find(row)
  problems.set(row, problem)
  return problem
}

function find(row: InboxRow): Problem {
  if (row.step === 'published') return { kind: 'published' }
  if (row.failure) return { kind: 'failed' }
  if (row.conflicts.length > 0) return { kind: 'conflict' }
  if (row.copyOf || undecidedDuplicates(row).length > 0) return { kind: 'duplicate' }
  if (row.publishing) return { kind: 'publishing' }
  if (row.step !== 'arrived') return { kind: 'coming' }
  const missing = missingOf(row)
  if (missing.length > 0 && row.isBeingRead) return { kind: 'reading' }
  if (missing.length > 0) return { kind: 'missing', fields: missing }
  const doubtful = doubtfulOf(row)
  if (doubtful.length > 0) return { kind: 'doubtful', fields: doubtful }
  return { kind: row.whenRead && !row.isBeingRead ? 'publishing' : 'ready' }
}

export type Group =
  | 'failed'
  | 'conflict'
  | 'duplicate'
  | `missing-${FieldName}`
  | 'doubtful'
  | 'coming'
  | 'reading'
  | 'ready'

/** First what one press settles, then by urgency; of what is missing first the month, which names and pages say least. */
const GROUPS: [Group, string][] = [
  ['doubtful', 'Please check'],
  ['failed', 'Something is wrong'],
  ['conflict', 'Changed by two'],
  ['duplicate', 'There already?'],
  ['missing-month', 'No month'],
  ['missing-title', 'No title'],
  ['missing-degree', 'No degree'],
  ['missing-subject', 'No subject'],
  ['missing-year', 'No year'],
  ['missing-referenceLink', 'Answers link is wrong'],
  ['coming', 'On their way'],
  ['reading', 'Page 1 is being read'],
  ['ready', 'Ready'],
]

export function groupsOf(row: InboxRow): Group[] {
  const problem = problemOf(row)
  if (problem.kind === 'missing') return problem.fields.map((name) => `missing-${name}` as const)
  if (problem.kind === 'publishing') return ['coming']
  return problem.kind === 'published' ? [] : [problem.kind as Group]
}
