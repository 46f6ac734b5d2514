import { UPLOADS_AT_ONCE } from '#domain/files/upload-limits.ts'
import type { Inbox } from './inbox-queue.ts'
import { duplicatesKey, type InboxRow } from './inbox-row.ts'
import { problemOf } from './row-problem.ts'

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
