import { UPLOADS_AT_ONCE } from '#domain/files/upload-limits.ts'
import type { Inbox } from './inbox-queue.ts'
import { duplicatesKey, type InboxRow } from './inbox-row.ts'
import { problemOf } from './row-problem.ts'

/** Most files whose duplicates are asked in one call. */
const DUPLICATES_AT_ONCE = 20

/** The rows that are still in the inbox, in their order: neither taken away nor published. */
export function present({ order, rows }: Inbox): InboxRow[] {
  return order.flatMap((id) => {
    const row = rows[id]
    return row && !row.away && row.step !== 'published' ? [row] : []
  })
}

/** The next file to be looked at. */
export function nextToHash(inbox: Inbox): InboxRow | undefined {
  return present(inbox).find(({ step }) => step === 'new')
}

/** The files whose duplicates are to be asked now. */
export function nextToAsk(inbox: Inbox): InboxRow[] {
  const due = (row: InboxRow) => {
    const key = duplicatesKey(row)
    return key !== null && key !== row.duplicatesAsked && !row.copyOf
  }
  return present(inbox).filter(due).slice(0, DUPLICATES_AT_ONCE)
}

/** The files to be sent now, when so many are under way. */
export function nextToSend(inbox: Inbox, underWay: number): InboxRow[] {
  const waiting = present(inbox).filter(({ step }) => step === 'waiting')
  return waiting.slice(0, Math.max(0, UPLOADS_AT_ONCE - underWay))
}

/** The next paper to be published: one that was asked for, has arrived, and whose duplicates are known. */
export function nextToPublish(inbox: Inbox): InboxRow | undefined {
  return present(inbox).find(
    (row) =>
      row.unsaved.length === 0 &&
      row.step === 'arrived' &&
      row.duplicatesAsked === duplicatesKey(row) &&
      problemOf(row).kind === 'publishing',
  )
}

/** The papers that are still to be published of what was asked for. */
export function inPublication(inbox: Inbox): InboxRow[] {
  return present(inbox).filter((row) => problemOf(row).kind === 'publishing')
}

/** The rows whose bytes are not on the server yet, and will go there by themselves. */
export function unsent(inbox: Inbox): InboxRow[] {
  return present(inbox).filter(({ step }) => ['new', 'hashed', 'waiting', 'sending'].includes(step))
}
