import { EMPTY_INBOX, type Inbox } from './inbox-contents.ts'
import { type InboxEvent, inboxAfter } from './inbox-queue.ts'
import type { InboxRow } from './inbox-row.ts'
import { dropRows, leaveRows, openChannel, storeRows } from './row-storage.ts'

/** Rows are written when the typing pauses. */
const WRITE_DELAY_MS = 250

export type InboxStore = {
  owner: string
  /** By this name the server distinguishes this browser's changes from those of others. */
  here: string
  /** Shows stored rows without writing them again. */
  addStored(rows: InboxRow[]): void
  read(): Inbox
  /** A local event: stored, and sent to the other tabs. */
  dispatch(event: InboxEvent): void
  /** An event of the server: the other tabs hear it from the server themselves. */
  receive(event: InboxEvent): void
  /** Called after every change, of this tab (`isOwn`) or another; returns the unsubscribe function. */
  follow(onChange: (event: InboxEvent, isOwn: boolean) => void): () => void
  /** The page may be left now: pending writes are begun, and what a browser that breaks them off would lose is kept. */
  leave(): void
  close(): void
}

/** In step with the other tabs and with the browser's storage. */
export function createInboxStore(owner: string): InboxStore {
  let inbox = EMPTY_INBOX
  const followers = new Set<(event: InboxEvent, isOwn: boolean) => void>()
  const dirty = new Set<string>()
  /** What is on its way to the browser's storage, or did not get there. */
  const unwritten = new Map<string, InboxRow>()
  const here = browserName()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function apply(event: InboxEvent, isOwn: boolean) {
    // What closing has ended says so afterwards, and is looked up at the next start.
    if (isClosed) return
    const before = inbox
    inbox = inboxAfter(inbox, event)
    if (inbox === before) return
    storeLater(before, event)
    for (const follower of followers) follower(event, isOwn)
  }

  function storeLater(before: Inbox, event: InboxEvent) {
    if (event.kind === 'progress') return
    const gone = before.order.filter((id) => !inbox.rows[id])
    if (gone.length > 0) void dropRows(gone, owner)
    for (const id of gone) unwritten.delete(id)
    for (const id of inbox.order) if (inbox.rows[id] !== before.rows[id]) dirty.add(id)
    timer ??= setTimeout(storeNow, WRITE_DELAY_MS)
  }

  function storeNow() {
    clearTimeout(timer)
    timer = undefined
    const rows = [...dirty].flatMap((id) => inbox.rows[id] ?? [])
    dirty.clear()
    if (rows.length > 0) void write(rows.map((row) => ({ ...row, writtenAt: Date.now() })))
  }

  async function write(rows: InboxRow[]) {
    for (const row of rows) unwritten.set(row.uploadId, row)
    try {
      await storeRows(rows)
    } catch {
      return
    }
    for (const row of rows) if (unwritten.get(row.uploadId) === row) unwritten.delete(row.uploadId)
  }

  const channel = openChannel((event) => {
    if (event.kind !== 'added') return apply(event, false)
    const rows = event.rows.filter((row) => row.owner === owner)
    if (rows.length > 0) apply({ kind: 'added', rows }, false)
  })

  return {
    owner,
    here,
    addStored(rows) {
      const event: InboxEvent = { kind: 'added', rows }
      inbox = inboxAfter(inbox, event)
      for (const follower of followers) follower(event, false)
    },
    read: () => inbox,
    dispatch(event) {
      apply(event, true)
      if (!isClosed) channel.post(event)
    },
    receive: (event) => apply(event, true),
    follow(onChange) {
      followers.add(onChange)
      return () => followers.delete(onChange)
    },
    leave() {
      storeNow()
      if (isSessionCurrent(here)) leaveRows([...unwritten.values()])
    },
    close() {
      storeNow()
      isClosed = true
      channel.close()
    },
  }
}

const KEY = 'desk-browser'

/** Shared by all tabs, until somebody signs out. */
function browserName(): string {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(KEY, name)
  return name
}

/** False after somebody signed out or was disabled, in whichever tab: it clears what the browser keeps. */
function isSessionCurrent(name: string): boolean {
  return localStorage.getItem(KEY) === name
}
