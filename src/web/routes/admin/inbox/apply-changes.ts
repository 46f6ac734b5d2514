import type { InboxFile, InboxGone } from '#domain/inbox/inbox.ts'
import { EMPTY_FIELDS, type FieldName } from '#domain/paper/paper-fields.ts'
import type { ReadingPace } from '#domain/recognition/time-left.ts'
import { change, forget, freeCopies, type Inbox, insertRows, type News } from './inbox-contents.ts'
import { FIELD_LABELS, type InboxRow, newRow } from './inbox-row.ts'
import { withKnown } from './merge-changes.ts'

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
