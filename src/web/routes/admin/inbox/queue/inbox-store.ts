import { browserName } from '../sync/browser-name.ts'
import { openChannel } from '../sync/tab-channel.ts'
import { EMPTY_INBOX, type Inbox, type InboxEvent, inboxAfter } from './inbox-queue.ts'
import type { InboxRow } from './inbox-row.ts'
import { dropRows, keepRows } from './row-storage.ts'

/** Rows are written when the typing pauses. In milliseconds. */
const KEEP_AFTER_MS = 250

export type InboxStore = {
  owner: string
  /** A name for this browser, by which the server tells its changes from those of others. */
  here: string
  /** Shows the rows that were kept, without writing them again. */
  addKept(rows: InboxRow[]): void
  read(): Inbox
  /** Something has happened here: it is kept, and sent to the other tabs. */
  dispatch(event: InboxEvent): void
  /** The server has said something, which the other tabs ask for by themselves. */
  receive(event: InboxEvent): void
  /** Calls back after every change, of this tab (`isOwn`) or another; gives back how to stop. */
  follow(onChange: (event: InboxEvent, isOwn: boolean) => void): () => void
  /** Writes at once what is still to be kept. */
  keepNow(): void
  close(): void
}

/** The inbox of one administrator in this tab, in step with the other tabs and with what the browser keeps. */
export function createInboxStore(owner: string): InboxStore {
  let inbox = EMPTY_INBOX
  const followers = new Set<(event: InboxEvent, isOwn: boolean) => void>()
  const unkept = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function happen(event: InboxEvent, isOwn: boolean) {
    const before = inbox
    inbox = inboxAfter(inbox, event)
    if (inbox === before) return
    keepLater(before, event)
    for (const follower of followers) follower(event, isOwn)
  }

  function keepLater(before: Inbox, event: InboxEvent) {
    if (event.kind === 'progress') return
    const gone = before.order.filter((id) => !inbox.rows[id])
    if (gone.length > 0) void dropRows(gone, owner)
    for (const id of inbox.order) if (inbox.rows[id] !== before.rows[id]) unkept.add(id)
    timer ??= setTimeout(keepNow, KEEP_AFTER_MS)
  }

  function keepNow() {
    clearTimeout(timer)
    timer = undefined
    const rows = [...unkept].flatMap((id) => inbox.rows[id] ?? [])
    unkept.clear()
    if (rows.length > 0) void keepRows(rows).catch(() => {})
  }

  const channel = openChannel((event) => {
    if (event.kind !== 'added') return happen(event, false)
    const rows = event.rows.filter((row) => row.owner === owner)
    if (rows.length > 0) happen({ kind: 'added', rows }, false)
  })

  return {
    owner,
    here: browserName(),
    addKept(rows) {
      const event: InboxEvent = { kind: 'added', rows }
      inbox = inboxAfter(inbox, event)
      for (const follower of followers) follower(event, false)
    },
    read: () => inbox,
    dispatch(event) {
      happen(event, true)
      channel.post(event)
    },
    receive: (event) => happen(event, true),
    follow(onChange) {
      followers.add(onChange)
      return () => followers.delete(onChange)
    },
    keepNow,
    close() {
      keepNow()
      channel.close()
    },
  }
}
