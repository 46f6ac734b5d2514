import type { Duplicate, InboxFile, Settled } from '#domain/inbox/inbox.ts'
import type { FieldName } from '#domain/paper/form-fields.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { change, forget, freeCopies, type Inbox, insertRows } from './inbox-contents.ts'
import {
  type Conflict,
  duplicatesKey,
  type Failure,
  type FieldBefore,
  type InboxRow,
  withConfirmed,
  withConfirmedFields,
  withGuess,
  withTyped,
  withTypedBefore,
  withUnsaved,
} from './inbox-row.ts'
import { applyFound, type Found, resend, withArrived, withCopies, withDecision } from './merge-changes.ts'

/** A pure reducer: all that happens to rows is decided here. */
export type InboxEvent =
  | { kind: 'added'; rows: InboxRow[] }
  | Found
  | { kind: 'hashed'; id: string; sha256: string | null }
  | { kind: 'duplicates'; id: string; asked: string; duplicates: Duplicate[] }
  | { kind: 'sending'; id: string }
  | { kind: 'progress'; id: string; sent: number }
  | { kind: 'arrived'; id: string; here: string; file: InboxFile }
  | { kind: 'interrupted'; ids: string[] }
  | { kind: 'failed'; id: string; failure: Failure }
  | { kind: 'again'; ids: string[] }
  | { kind: 'without-scripts'; ids: string[] }
  | { kind: 'unlocked'; ids: string[]; on: boolean }
  | { kind: 'typed'; ids: string[]; name: FieldName; value: string }
  | { kind: 'typed-back'; name: FieldName; before: Record<string, FieldBefore> }
  | { kind: 'confirmed'; ids: string[]; fields?: FieldName[] }
  | { kind: 'settled'; id: string; settled: Settled }
  | { kind: 'publish'; ids: string[]; hiding?: InboxRow['hiding'] }
  | { kind: 'when-read'; ids: string[]; on: boolean }
  | { kind: 'published'; id: string; paper: Paper }
  | { kind: 'not-published'; id: string; failure: Failure }
  | { kind: 'not-in-inbox'; id: string }
  | { kind: 'taken'; ids: string[] }
  | { kind: 'put-back'; ids: string[] }
  | { kind: 'forgotten'; ids: string[] }
  | { kind: 'decided'; id: string; part: Conflict['part']; keep: 'mine' | 'theirs' }
  | { kind: 'not-saved'; id: string; failure: Failure }
  | { kind: 'news-read' }

export function inboxAfter(inbox: Inbox, event: InboxEvent): Inbox {
  switch (event.kind) {
    case 'added':
      return insertRows(inbox, event.rows)
    case 'found':
      return applyFound(inbox, event)
    case 'hashed': {
      const copyOf = sameBytes(inbox, event.id, event.sha256)
      const step = copyOf ? 'held' : event.sha256 ? 'hashed' : 'waiting'
      return change(inbox, [event.id], (row) => ({ ...row, sha256: event.sha256, copyOf, step }))
    }
    case 'duplicates':
      return change(inbox, [event.id], (row) => withDuplicates(row, event))
    case 'sending':
      return change(inbox, [event.id], (row) => ({ ...row, step: 'sending', begun: true, sent: 0 }))
    case 'progress':
      return change(inbox, [event.id], (row) => (row.step === 'sending' ? { ...row, sent: event.sent } : row))
    case 'arrived':
      return withCopies(change(inbox, [event.id], (row) => withArrived(row, event.file, event.here)))
    case 'interrupted':
      return change(inbox, event.ids, (row) =>
        row.step === 'sending' ? { ...row, step: 'waiting', sent: 0 } : row,
      )
    case 'failed':
      return change(inbox, [event.id], (row) => ({ ...row, step: 'failed', failure: event.failure }))
    case 'again':
      return change(inbox, event.ids, (row) => tryAgain(row))
    case 'without-scripts':
      return change(inbox, event.ids, (row) => ({ ...tryAgain(row), withoutScripts: true }))
    case 'unlocked':
      return change(inbox, event.ids, (row) => ({ ...row, unlocked: event.on, failure: null }))
    case 'typed':
      return change(inbox, event.ids, (row) => {
        const changed = event.ids.length === 1 ? withGuess(row, event.name) : row
        return withUnsaved(withTyped(changed, event.name, event.value), [event.name])
      })
    case 'typed-back':
      return change(inbox, Object.keys(event.before), (row) => {
        const before = event.before[row.uploadId] as FieldBefore
        return withUnsaved(withTypedBefore(row, event.name, before), [event.name])
      })
    case 'confirmed':
      return change(inbox, event.ids, (row) =>
        event.fields ? withConfirmedFields(row, event.fields) : withConfirmed(row),
      )
    case 'settled':
      return change(inbox, [event.id], (row) => settle(row, event.settled))
    case 'publish':
      return change(inbox, event.ids, (row) => ({
        ...row,
        ...{ publishing: true, whenRead: false, failure: null, hiding: event.hiding },
      }))
    case 'when-read':
      return change(inbox, event.ids, (row) => ({ ...row, whenRead: event.on }))
    case 'published':
      return change(inbox, [event.id], (row) => ({
        ...row,
        step: 'published',
        publishing: false,
        paper: event.paper,
      }))
    case 'not-published':
      return change(inbox, [event.id], (row) => ({
        ...row,
        publishing: false,
        whenRead: false,
        failure: event.failure,
      }))
    case 'not-in-inbox':
      return change(inbox, [event.id], (row) => resend(row))
    case 'taken':
      return change(freeCopies(inbox, event.ids), event.ids, (row) =>
        withUnsaved({ ...row, away: true, publishing: false, whenRead: false }, ['away']),
      )
    case 'put-back':
      return change(inbox, event.ids, (row) => withUnsaved({ ...row, away: false }, ['away']))
    case 'forgotten':
      return forget(inbox, event.ids)
    case 'decided':
      return change(inbox, [event.id], (row) => withDecision(row, event.part, event.keep))
    case 'not-saved':
      return change(inbox, [event.id], (row) => ({ ...row, failure: event.failure }))
    case 'news-read':
      return { ...inbox, news: [] }
    default:
      // A tab with an older version of this page may post unknown events.
      return inbox
  }
}

function withDuplicates(
  row: InboxRow,
  { asked, duplicates }: { asked: string; duplicates: Duplicate[] },
): InboxRow {
  if (duplicatesKey(row) !== asked) return row
  const changed = { ...row, duplicates, duplicatesAsked: asked }
  return row.step === 'hashed' ? { ...changed, step: duplicates.length > 0 ? 'held' : 'waiting' } : changed
}

/** A pending file goes on; a copy has its duplicates looked up first. */
function settle(row: InboxRow, settled: Settled): InboxRow {
  const ids = [...(row.settled?.ids ?? []), ...settled.ids]
  const step = row.step === 'held' ? (row.copyOf ? 'hashed' : 'waiting') : row.step
  const replace = settled.replace ?? row.settled?.replace ?? null
  return withUnsaved({ ...row, settled: { ids, replace }, copyOf: null, step }, ['settled'])
}

function tryAgain(row: InboxRow): InboxRow {
  if (row.step !== 'failed') return { ...row, failure: null }
  return { ...row, failure: null, sent: 0, step: row.begun ? 'waiting' : 'new' }
}

/** An earlier row with the same bytes. */
function sameBytes(inbox: Inbox, id: string, sha256: string | null): string | null {
  if (!sha256) return null
  for (const other of inbox.order) {
    const row = inbox.rows[other]
    if (other === id) return null
    if (row?.sha256 === sha256 && !row.away && row.step !== 'published') return other
  }
  return null
}
