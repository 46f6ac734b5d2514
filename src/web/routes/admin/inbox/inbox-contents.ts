import type { InboxGone } from '#domain/inbox/inbox.ts'
import type { ReadingPace } from '#domain/recognition/time-left.ts'
import type { InboxRow } from './inbox-row.ts'

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
