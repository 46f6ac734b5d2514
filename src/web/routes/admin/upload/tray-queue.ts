import type { Paper } from '#domain/catalogue/paper.ts'
import type { Settled, TrayFile, Twin } from '#domain/tray/tray.ts'
import { sameBytes } from './same-bytes.ts'
import { change, forget, freeCopies, lay, type Tray } from './tray-contents.ts'
import { arrive, type Found, meet, sendAnew, withCopies } from './tray-meet.ts'
import { withDecision } from './tray-merge.ts'
import { type Conflict, type Failure, type FieldName, type TrayRow, twinsKey } from './tray-row.ts'
import { withConfirmed, withTyped, withUnsaved } from './tray-row-changes.ts'

export { EMPTY_TRAY, type Tray } from './tray-contents.ts'

/** Pure: what happens to the rows is decided here. */
export type TrayEvent =
  | { kind: 'laid'; rows: TrayRow[] }
  | Found
  | { kind: 'hashed'; id: string; sha256: string | null }
  | { kind: 'twins'; id: string; asked: string; twins: Twin[] }
  | { kind: 'sending'; id: string }
  | { kind: 'progress'; id: string; sent: number }
  | { kind: 'arrived'; id: string; here: string; file: TrayFile }
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
  | { kind: 'decided'; id: string; part: Conflict['part']; keep: 'mine' | 'theirs' }
  | { kind: 'not-saved'; id: string; failure: Failure }
  | { kind: 'news-read' }

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
    case 'arrived':
      return withCopies(change(tray, [event.id], (row) => arrive(row, event.file, event.here)))
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
      return change(tray, event.ids, (row) =>
        withUnsaved(withTyped(row, event.name, event.value), [event.name]),
      )
    case 'confirmed':
      return change(tray, event.ids, withConfirmed)
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
      return change(freeCopies(tray, event.ids), event.ids, (row) =>
        withUnsaved({ ...row, away: true, publishing: false }, ['away']),
      )
    case 'put-back':
      return change(tray, event.ids, (row) => withUnsaved({ ...row, away: false }, ['away']))
    case 'forgotten':
      return forget(tray, event.ids)
    case 'decided':
      return change(tray, [event.id], (row) => withDecision(row, event.part, event.keep))
    case 'not-saved':
      return change(tray, [event.id], (row) => ({ ...row, failure: event.failure }))
    case 'news-read':
      return { ...tray, news: [] }
  }
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
  const replace = settled.replace ?? row.settled?.replace ?? null
  return withUnsaved({ ...row, settled: { ids, replace }, copyOf: null, step }, ['settled'])
}

function tryAgain(row: TrayRow): TrayRow {
  if (row.step !== 'failed') return { ...row, failure: null }
  return { ...row, failure: null, sent: 0, step: row.begun ? 'waiting' : 'new' }
}
