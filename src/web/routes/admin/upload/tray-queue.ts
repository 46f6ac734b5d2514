import type { Paper } from '#domain/catalogue/paper.ts'
import type { TrayFile, Twin } from '#domain/tray/tray.ts'
import { sameBytes } from './same-bytes.ts'
import {
  type Failure,
  type FieldName,
  newRow,
  type Settled,
  type TrayRow,
  twinsKey,
  withHints,
  withTyped,
} from './tray-row.ts'

/** The rows in the order in which they came. Pure: what happens to them, and what is next, is decided here. */
export type Tray = { order: string[]; rows: Record<string, TrayRow> }

export type TrayEvent =
  | { kind: 'laid'; rows: TrayRow[] }
  | { kind: 'found'; owner: string; files: TrayFile[] }
  | { kind: 'hashed'; id: string; sha256: string | null }
  | { kind: 'twins'; id: string; asked: string; twins: Twin[] }
  | { kind: 'sending'; id: string }
  | { kind: 'progress'; id: string; sent: number }
  | { kind: 'arrived'; id: string; file: TrayFile }
  | { kind: 'interrupted'; ids: string[] }
  | { kind: 'failed'; id: string; failure: Failure }
  | { kind: 'again'; ids: string[] }
  | { kind: 'without-scripts'; ids: string[] }
  | { kind: 'typed'; ids: string[]; name: FieldName; value: string }
  | { kind: 'confirmed'; ids: string[] }
  | { kind: 'settled'; id: string; settled: Settled }
  | { kind: 'publish'; ids: string[] }
  | { kind: 'published'; id: string; paper: Paper }
  | { kind: 'not-published'; id: string; failure: Failure }
  | { kind: 'not-on-the-tray'; id: string }
  | { kind: 'taken'; ids: string[] }
  | { kind: 'put-back'; ids: string[] }
  | { kind: 'forgotten'; ids: string[] }

export const EMPTY_TRAY: Tray = { order: [], rows: {} }

/** The tray after something has happened; rows that are not there any more are left alone. */
export function trayAfter(tray: Tray, event: TrayEvent): Tray {
  switch (event.kind) {
    case 'laid':
      return lay(tray, event.rows)
    case 'found':
      return meet(tray, event)
    case 'hashed': {
      const copyOf = sameBytes(tray, event.id, event.sha256)
      const step = copyOf ? 'held' : event.sha256 ? 'hashed' : 'waiting'
      return change(tray, [event.id], (row) => ({ ...row, sha256: event.sha256, copyOf, step }))
    }
    case 'twins':
      return change(tray, [event.id], (row) => withTwins(row, event))
    case 'sending':
      return change(tray, [event.id], (row) => ({ ...row, step: 'sending', begun: true, sent: 0 }))
    case 'progress':
      return change(tray, [event.id], (row) => (row.step === 'sending' ? { ...row, sent: event.sent } : row))
    case 'arrived': {
      const copyOf = tray.rows[event.id]?.sha256 ? null : sameBytes(tray, event.id, event.file.sha256)
      return change(tray, [event.id], (row) => ({ ...arrive(row, event.file), copyOf }))
    }
    case 'interrupted':
      return change(tray, event.ids, (row) =>
        row.step === 'sending' ? { ...row, step: 'waiting', sent: 0 } : row,
      )
    case 'failed':
      return change(tray, [event.id], (row) => ({ ...row, step: 'failed', failure: event.failure }))
    case 'again':
      return change(tray, event.ids, (row) => tryAgain(row))
    case 'without-scripts':
      return change(tray, event.ids, (row) => ({ ...tryAgain(row), withoutScripts: true }))
    case 'typed':
      return change(tray, event.ids, (row) => withTyped(row, event.name, event.value))
    case 'confirmed':
      return change(tray, event.ids, (row) => ({ ...row, confirmed: true }))
    case 'settled':
      return change(tray, [event.id], (row) => settle(row, event.settled))
    case 'publish':
      return change(tray, event.ids, (row) => ({ ...row, publishing: true, failure: null }))
    case 'published':
      return change(tray, [event.id], (row) => ({
        ...row,
        step: 'published',
        publishing: false,
        paper: event.paper,
      }))
    case 'not-published':
      return change(tray, [event.id], (row) => ({ ...row, publishing: false, failure: event.failure }))
    case 'not-on-the-tray':
      return change(tray, [event.id], (row) => sendAnew(row))
    case 'taken':
      return change(freeCopies(tray, event.ids), event.ids, (row) => ({
        ...row,
        away: true,
        publishing: false,
      }))
    case 'put-back':
      return change(tray, event.ids, (row) => ({ ...row, away: false }))
    case 'forgotten':
      return forget(tray, event.ids)
  }
}

function change(tray: Tray, ids: string[], how: (row: TrayRow) => TrayRow): Tray {
  const rows = { ...tray.rows }
  for (const id of ids) if (rows[id]) rows[id] = how(rows[id])
  return { ...tray, rows }
}

function lay(tray: Tray, laid: TrayRow[]): Tray {
  const unknown = laid.filter(({ uploadId }) => !tray.rows[uploadId])
  if (unknown.length === 0) return tray
  const rows = { ...tray.rows }
  for (const row of unknown) rows[row.uploadId] = row
  return { order: [...tray.order, ...unknown.map(({ uploadId }) => uploadId)], rows }
}

/** What the server has on the tray: files from another device get rows, and what is missing there is sent again. */
function meet(tray: Tray, { owner, files }: { owner: string; files: TrayFile[] }): Tray {
  const there = new Map(files.map((file) => [file.uploadId, file]))
  const met = change(tray, tray.order, (row) => {
    const file = there.get(row.uploadId)
    if (file) return ['arrived', 'published'].includes(row.step) ? row : arrive(row, file)
    // One that was being published may be a paper by now: publishing it again tells, and stores nothing twice.
    return row.step === 'arrived' && !row.publishing ? sendAnew(row) : row
  })
  const isGone = ({ uploadId, file, step, publishing }: TrayRow) =>
    file === 'elsewhere' && step === 'arrived' && !publishing && !there.has(uploadId)
  const gone = Object.values(tray.rows).filter(isGone)
  const elsewhere = files.map((file) => {
    const made = { uploadId: file.uploadId, owner, addedAt: Date.parse(file.arrivedAt) }
    return arrive({ ...newRow({ ...made, name: file.name, size: file.size }), file: 'elsewhere' }, file)
  })
  return forget(
    lay(met, elsewhere),
    gone.map(({ uploadId }) => uploadId),
  )
}

function arrive(row: TrayRow, file: TrayFile): TrayRow {
  const { sha256, pages, size, scriptsRemoved: withoutScripts } = file
  const arrived = { ...row, step: 'arrived', sent: size, failure: null, begun: true } as const
  return withHints({ ...arrived, sha256, pages, withoutScripts }, file.hints)
}

function withTwins(row: TrayRow, { asked, twins }: { asked: string; twins: Twin[] }): TrayRow {
  if (twinsKey(row) !== asked) return row
  const told = { ...row, twins, twinsAsked: asked }
  return row.step === 'hashed' ? { ...told, step: twins.length > 0 ? 'held' : 'waiting' } : told
}

/** A file that was held back goes on; one that is a copy has its twins asked first. */
function settle(row: TrayRow, settled: Settled): TrayRow {
  const ids = [...(row.settled?.ids ?? []), ...settled.ids]
  const step = row.step === 'held' ? (row.copyOf ? 'hashed' : 'waiting') : row.step
  return {
    ...row,
    settled: { ids, replace: settled.replace ?? row.settled?.replace ?? null },
    copyOf: null,
    step,
  }
}

function tryAgain(row: TrayRow): TrayRow {
  if (row.step !== 'failed') return { ...row, failure: null }
  return { ...row, failure: null, sent: 0, step: row.begun ? 'waiting' : 'new' }
}

function sendAnew(row: TrayRow): TrayRow {
  if (row.file !== 'elsewhere') return { ...row, step: 'waiting', sent: 0 }
  const sentence = 'This file came from another device and is not on the server any more; drop it here again.'
  return { ...row, step: 'failed', publishing: false, failure: { sentence, again: false } }
}

/** What was held back as a copy of a row that goes is no copy any more. */
function freeCopies(tray: Tray, ids: string[]): Tray {
  const copies = tray.order.filter((id) => ids.includes(tray.rows[id]?.copyOf ?? ''))
  return change(tray, copies, (row) => ({
    ...row,
    copyOf: null,
    step: row.step === 'held' ? 'hashed' : row.step,
  }))
}

function forget(tray: Tray, ids: string[]): Tray {
  const gone = new Set(ids)
  const rows = Object.fromEntries(Object.entries(tray.rows).filter(([id]) => !gone.has(id)))
  return { order: tray.order.filter((id) => !gone.has(id)), rows }
}
