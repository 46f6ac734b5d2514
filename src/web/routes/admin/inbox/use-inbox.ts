import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { describeTimeFor } from '#domain/recognition/time-left.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { useAdmin } from '../layout.tsx'
import { NOT_UPLOADED, UPLOADED } from '../titles-and-toasts.ts'
import { useMedia } from '../use-media.ts'
import { type Inbox, tallyOf } from './inbox-contents.ts'
import type { InboxRow } from './inbox-row.ts'
import { type AdminInbox, type InboxState, openAdminInbox } from './open-inbox.ts'
import type { Batch } from './queue-worker.ts'

export type InboxPlace = { inbox: AdminInbox; now: Date }
export const InboxContext = createContext<InboxPlace | null>(null)

export function useInboxPlace(): InboxPlace {
  const place = use(InboxContext)
  if (!place) throw new Error('There is no inbox around this part of the page')
  return place
}

export function useOpenInbox(owner: string): AdminInbox | null {
  const [inbox, setInbox] = useState<AdminInbox | null>(null)
  useEffect(() => setInbox(openAdminInbox(owner, { onBatch: describeBatch })), [owner])
  return inbox
}

export function useInbox(inbox: AdminInbox): Inbox {
  return useSyncExternalStore(inbox.follow, inbox.read)
}

/** Taken away, a file is deleted for good in a while: an uploader takes away only what they have sent. */
export function useMayTakeAway(): (row: InboxRow) => boolean {
  const { id, role } = useAdmin()
  return ({ known }) => role !== 'uploader' || !known || known.sentBy === id
}

/** Rerenders only when this row changes. */
export function useRow(id: string): InboxRow | undefined {
  const { inbox } = useInboxPlace()
  return useSyncExternalStore(
    inbox.follow,
    useCallback(() => inbox.read().rows[id], [inbox, id]),
  )
}

/** Why the title must be looked at, or undefined. */
export function useTitleFault(id: string): string | undefined {
  const { inbox } = useInboxPlace()
  return useSyncExternalStore(
    inbox.follow,
    useCallback(() => tallyOf(inbox.read()).titleFaults[id], [inbox, id]),
  )
}

/** "Reading page 1, about 3 minutes" while that waits, or undefined. */
export function useReading(id: string): string | undefined {
  const { inbox } = useInboxPlace()
  return useSyncExternalStore(
    inbox.follow,
    useCallback(() => describeReading(inbox.read(), id), [inbox, id]),
  )
}

function describeReading(inbox: Inbox, id: string): string | undefined {
  const pages = tallyOf(inbox).reading[id]
  if (pages === undefined) return
  const time = describeTimeFor(pages, inbox.pace)
  const before = pages > 1 ? `${pages - 1} before it` : 'it is next'
  return `Reading page 1 …, ${time ?? before}`
}

export function useInboxState(inbox: AdminInbox): InboxState {
  return useStore(inbox.state)
}

export function useWide(): boolean {
  return useMedia('(min-width: 72rem)')
}

function describeBatch({ published, failed }: Batch) {
  const all = published + failed
  if (failed === 0) toastSuccess(all === 1 ? UPLOADED : `${all} files uploaded successfully`)
  else toastFailure(all === 1 ? NOT_UPLOADED : `Error uploading ${failed} of ${all} files`)
}
