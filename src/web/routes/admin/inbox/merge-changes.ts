import type { InboxFile, InboxGone, InboxState, Settled } from '#domain/inbox/inbox.ts'
import { EMPTY_FIELDS, FIELD_NAMES, type FieldName } from '#domain/paper/form-fields.ts'
import type { ReadingPace } from '#domain/recognition/time-left.ts'
import { change, forget, freeCopies, type Inbox, insertRows, type News } from './inbox-contents.ts'
import {
  type Conflict,
  FIELD_LABELS,
  type InboxRow,
  newRow,
  type Part,
  withHints,
  withTyped,
  withUnsaved,
} from './inbox-row.ts'

/** The title last: it may be made from the others. */
const ORDER: FieldName[] = [...FIELD_NAMES.filter((name) => name !== 'title'), 'title']

/** Merges the server's state: unsaved changes stay; a part that another browser than `here` changed is a conflict. */
function withKnown(row: InboxRow, file: InboxFile, here: string): InboxRow {
  if (row.known && file.version < row.known.version) return row
  const { unsaved, conflicts } = compare(row, file, here)
  const { version, typed, confirmed, settled, away, edited, arrivedAt, sentBy } = file
  const known = { version, typed, confirmed, settled, away, edited, arrivedAt, sentBy }
  const keeps = (part: Part) => unsaved.includes(part)
  const merged: InboxRow = {
    ...recomputed(row, file, keeps),
    confirmed: keeps('confirmed') ? row.confirmed : confirmed,
    settled: keeps('settled')
      ? mergedSettled(row.settled, settled)
      : settled && { ids: settled.ids, replace: settled.replace },
    away: keeps('away') ? row.away : away !== null,
    isBeingRead: file.isBeingRead,
    isLocked: file.isLocked,
  }
  const isSame = ORDER.every((name) => merged.fields[name] === row.fields[name])
  const failure = isSame ? row.failure : null
  return withUnsaved({ ...merged, known, unsaved, conflicts, failure }, sureHintsOf(row, file))
}

/** 'mine' is saved over theirs; 'theirs' replaces the local value. */
export function withDecision(row: InboxRow, part: Conflict['part'], keep: 'mine' | 'theirs'): InboxRow {
  const conflicts = row.conflicts.filter((each) => each.part !== part)
  if (keep === 'mine') return { ...row, conflicts }
  const unsaved = row.unsaved.filter((each) => each !== part)
  if (part === 'settled') {
    const settled = row.known?.settled ?? null
    return { ...row, conflicts, unsaved, settled: settled && { ids: settled.ids, replace: settled.replace } }
  }
  const value = row.known?.typed[part]?.value ?? ''
  return { ...withTyped(row, part, value), conflicts, unsaved }
}

function compare(row: InboxRow, file: InboxFile, here: string) {
  const unsaved: Part[] = []
  const conflicts: Conflict[] = []
  for (const part of row.unsaved) {
    const theirs = wordOf(file, part)
    if (theirs === wordOfRow(row, part)) continue
    unsaved.push(part)
    if (part === 'confirmed' || part === 'away') continue
    const writer = part === 'settled' ? file.settled : file.typed[part]
    const isNew = writer && writer.from !== here && theirs !== wordOf(row.known, part)
    const isUnited = part === 'settled' && file.settled?.replace === row.settled?.replace
    if (isNew && !isUnited) conflicts.push({ part, theirs: theirs ?? '', by: writer.by })
    else conflicts.push(...row.conflicts.filter((each) => each.part === part))
  }
  return { unsaved, conflicts }
}

/** Recomputed from the file's hints and everybody's typing: the same in every browser. */
function recomputed(row: InboxRow, file: InboxFile, keeps: (part: Part) => boolean): InboxRow {
  const local = hintedHereOnly(row, file)
  let renewed = withHints(
    {
      ...row,
      fields: { ...EMPTY_FIELDS, ...Object.fromEntries(local.map((name) => [name, row.fields[name]])) },
      byHand: [],
      doubtful: row.doubtful.filter((name) => local.includes(name)),
      confirmed: false,
    },
    file.hints,
  )
  for (const name of ORDER) {
    const value = keeps(name) ? row.fields[name] : file.typed[name]?.value
    if (value !== undefined) renewed = withTyped(renewed, name, value)
  }
  return renewed
}

function hintedHereOnly(row: InboxRow, file: InboxFile): FieldName[] {
  return ORDER.filter(
    (name) =>
      name !== 'referenceLink' &&
      name !== 'syllabus' &&
      !file.hints[name] &&
      !file.typed[name] &&
      !row.byHand.includes(name) &&
      row.fields[name] !== '',
  )
}

/** Sure hints of this browser alone are saved with the file, so that all see them. */
function sureHintsOf(row: InboxRow, file: InboxFile): Part[] {
  return row.known ? [] : hintedHereOnly(row, file).filter((name) => !row.doubtful.includes(name))
}

type Kept = Pick<InboxState, 'typed' | 'confirmed' | 'settled' | 'away'>

/** As a comparable text; undefined where nothing was said, which differs from an emptied field. */
function wordOf(state: Kept | null, part: Part): string | undefined {
  if (part === 'confirmed') return String(state?.confirmed ?? false)
  if (part === 'away') return String((state?.away ?? null) !== null)
  return part === 'settled' ? wordOfSettled(state?.settled) : state?.typed[part]?.value
}

function wordOfRow(row: InboxRow, part: Part): string | undefined {
  if (part === 'confirmed' || part === 'away') return String(row[part])
  return part === 'settled' ? wordOfSettled(row.settled) : row.fields[part]
}

function wordOfSettled(settled: Settled | null | undefined): string | undefined {
  return settled ? `${settled.replace ?? ''} ${[...settled.ids].sort().join(' ')}` : undefined
}

/** Decisions about different duplicates are merged. */
function mergedSettled(mine: Settled | null, theirs: Settled | null): Settled | null {
  if (!mine || !theirs || mine.replace !== theirs.replace) return mine
  return { ids: [...new Set([...theirs.ids, ...mine.ids])], replace: mine.replace }
}

/** `isAll`: the server's whole inbox, not only changes. `here` names this browser. */
export type Found = {
  kind: 'found'
  owner: string
  here: string
  isAll: boolean
  files: InboxFile[]
  gone: InboxGone[]
  ahead?: number
  pace?: ReadingPace
}

/** Merges the server's answer: rows are added, updated and removed; what the server has lost is uploaded again. */
export function applyFound(inbox: Inbox, found: Found): Inbox {
  const { owner, here, isAll, files, gone, ahead = inbox.ahead, pace = inbox.pace } = found
  const there = new Map(files.map((file) => [file.uploadId, file]))
  const left = gone.filter(({ uploadId }) => !there.has(uploadId) && isOver(inbox.rows[uploadId]))
  const leftIds = left.map(({ uploadId }) => uploadId)
  const news = left.flatMap((each) => newsOf(inbox.rows[each.uploadId], each))
  const known = change(inbox, inbox.order, (row) => {
    const file = there.get(row.uploadId)
    if (file) return applyFile(row, file, here)
    const isLost = isAll && row.step === 'arrived' && !row.publishing && !leftIds.includes(row.uploadId)
    return isLost || mayBeResent(row, left) ? resend(row) : row
  })
  const added = insertRows(
    known,
    files.map((file) => rowFromServer(file, owner, here)),
  )
  const missing = inbox.order.filter((id) => {
    const row = inbox.rows[id]
    return isAll && row?.file === 'elsewhere' && isOver(row) && !there.has(id)
  })
  const away = [...leftIds.filter((id) => !mayBeResent(inbox.rows[id], left)), ...missing]
  const rest = forget(freeCopies(added, away), away)
  return withCopies({
    ...rest,
    isSynced: inbox.isSynced || isAll,
    ahead,
    pace,
    news: [...inbox.news, ...news],
  })
}

export function withArrived(row: InboxRow, file: InboxFile, here: string): InboxRow {
  const { sha256, pages, size, scriptsRemoved: withoutScripts } = file
  const arrived = { ...row, step: 'arrived', sent: size, failure: null, begun: true } as const
  return withKnown({ ...arrived, sha256, pages, withoutScripts }, file, here)
}

export function resend(row: InboxRow): InboxRow {
  if (row.file !== 'elsewhere') return { ...row, step: 'waiting', sent: 0 }
  const sentence = 'This file came from another device and is not on the server any more; drop it here again.'
  return { ...row, step: 'failed', publishing: false, failure: { sentence, again: false } }
}

function applyFile(row: InboxRow, file: InboxFile, here: string): InboxRow {
  if (row.step === 'published') return row
  return row.step === 'arrived' ? withKnown(row, file, here) : withArrived(row, file, here)
}

function rowFromServer(file: InboxFile, owner: string, here: string): InboxRow {
  const made = { uploadId: file.uploadId, owner, addedAt: Date.parse(file.arrivedAt) }
  return withArrived(
    { ...newRow({ ...made, name: file.name, size: file.size }), file: 'elsewhere' },
    file,
    here,
  )
}

/** Publishing and uploading rows resolve by themselves. */
function isOver(row: InboxRow | undefined): boolean {
  return row?.step === 'arrived' && !row.publishing
}

/** Expired or lost on the server: uploaded again by the browser that still has the file. */
function mayBeResent(row: InboxRow | undefined, left: InboxGone[]): boolean {
  if (!row || row.away || row.file === 'elsewhere') return false
  return left.some(({ uploadId, how }) => uploadId === row.uploadId && how === 'expired')
}

function newsOf(row: InboxRow | undefined, gone: InboxGone): News[] {
  if (!row || mayBeResent(row, [gone]) || (row.away && gone.how !== 'published')) return []
  const lost = row.unsaved
    .filter((part): part is FieldName => part in EMPTY_FIELDS)
    .map((name) => `${FIELD_LABELS[name]}: ${row.fields[name] || 'empty'}`)
  return [{ ...gone, title: gone.title || row.fields.title || row.name, lost: lost.join(', ') }]
}

/** Of two files with the same bytes the later one is the copy, in every browser. */
export function withCopies(inbox: Inbox): Inbox {
  const first = new Map<string, InboxRow>()
  for (const row of Object.values(inbox.rows)) {
    if (row.step !== 'arrived' || row.away || !row.sha256) continue
    const other = first.get(row.sha256)
    if (!other || keyOf(row) < keyOf(other)) first.set(row.sha256, row)
  }
  const copies = inbox.order.filter((id) => {
    const row = inbox.rows[id]
    return row?.step === 'arrived' && !row.away && row.copyOf !== copyOf(row, first)
  })
  return copies.length === 0
    ? inbox
    : change(inbox, copies, (row) => ({ ...row, copyOf: copyOf(row, first) }))
}

function copyOf(row: InboxRow, first: Map<string, InboxRow>): string | null {
  const original = first.get(row.sha256 ?? '')?.uploadId ?? row.uploadId
  return original === row.uploadId || row.settled?.ids.includes(original) ? null : original
}

function keyOf({ known, uploadId }: InboxRow) {
  return `${known?.arrivedAt} ${uploadId}`
}
