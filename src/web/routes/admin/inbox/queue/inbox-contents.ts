import type { InboxGone } from '#domain/inbox/inbox.ts'
import type { InboxRow } from './inbox-row.ts'

/** A row that is gone, and what was typed here that did not get into the paper. */
export type News = InboxGone & { lost: string }

/** The rows in the order in which they came, and what is to be said besides. */
export type Inbox = {
  order: string[]
  rows: Record<string, InboxRow>
  /** Whether the server has been asked for everything that lies on it. */
  isSynced: boolean
  /** By how many milliseconds the server's clock is ahead of this one. */
  ahead: number
  /** What others did with rows that are gone from here. */
  news: News[]
}

export const EMPTY_INBOX: Inbox = { order: [], rows: {}, isSynced: false, ahead: 0, news: [] }

/** The inbox with some rows changed; those that are not there any more are left alone. */
export function change(inbox: Inbox, ids: string[], how: (row: InboxRow) => InboxRow): Inbox {
  const rows = { ...inbox.rows }
  for (const id of ids) if (rows[id]) rows[id] = how(rows[id])
  return { ...inbox, rows }
}

/** The inbox with these rows behind the others; those that are there stay as they are. */
export function insertRows(inbox: Inbox, added: InboxRow[]): Inbox {
  const unknown = added.filter(({ uploadId }) => !inbox.rows[uploadId])
  if (unknown.length === 0) return inbox
  const rows = { ...inbox.rows }
  for (const row of unknown) rows[row.uploadId] = row
  return { ...inbox, order: [...inbox.order, ...unknown.map(({ uploadId }) => uploadId)], rows }
}

/** What was held back as a copy of a row that goes is no copy any more. */
export function freeCopies(inbox: Inbox, ids: string[]): Inbox {
  const copies = inbox.order.filter((id) => ids.includes(inbox.rows[id]?.copyOf ?? ''))
  return change(inbox, copies, (row) => ({
    ...row,
    copyOf: null,
    step: row.step === 'held' ? 'hashed' : row.step,
  }))
}

/** The inbox without these rows. */
export function forget(inbox: Inbox, ids: string[]): Inbox {
  const gone = new Set(ids)
  const rows = Object.fromEntries(Object.entries(inbox.rows).filter(([id]) => !gone.has(id)))
  return { ...inbox, order: inbox.order.filter((id) => !gone.has(id)), rows }
}
