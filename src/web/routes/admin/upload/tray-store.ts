import { browserName } from './browser-name.ts'
import { openChannel } from './tray-channel.ts'
import { EMPTY_TRAY, type Tray, type TrayEvent, trayAfter } from './tray-queue.ts'
import type { TrayRow } from './tray-row.ts'
import { dropRows, keepRows } from './tray-rows.ts'

/** Rows are written when the typing pauses. In milliseconds. */
const KEEP_AFTER_MS = 250

export type TrayStore = {
  owner: string
  /** A name for this browser, by which the server tells its changes from those of others. */
  here: string
  /** Lays the rows that were kept, without writing them again. */
  lay(rows: TrayRow[]): void
  read(): Tray
  /** Something has happened here: it is kept, and told to the other tabs. */
  tell(event: TrayEvent): void
  /** Something was heard of the server, which the other tabs hear by themselves. */
  hear(event: TrayEvent): void
  /** Calls back after every change, of this tab (`isOwn`) or another; gives back how to stop. */
  follow(onChange: (event: TrayEvent, isOwn: boolean) => void): () => void
  /** Writes at once what is still to be kept. */
  keepNow(): void
  close(): void
}

/** The tray of one administrator in this tab, in step with the other tabs and with what the browser keeps. */
export function createTrayStore(owner: string): TrayStore {
  let tray = EMPTY_TRAY
  const followers = new Set<(event: TrayEvent, isOwn: boolean) => void>()
  const unkept = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function happen(event: TrayEvent, isOwn: boolean) {
    const before = tray
    tray = trayAfter(tray, event)
    if (tray === before) return
    keepLater(before, event)
    for (const follower of followers) follower(event, isOwn)
  }

  function keepLater(before: Tray, event: TrayEvent) {
    if (event.kind === 'progress') return
    const gone = before.order.filter((id) => !tray.rows[id])
    if (gone.length > 0) void dropRows(gone, owner)
    for (const id of tray.order) if (tray.rows[id] !== before.rows[id]) unkept.add(id)
    timer ??= setTimeout(keepNow, KEEP_AFTER_MS)
  }

  function keepNow() {
    clearTimeout(timer)
    timer = undefined
    const rows = [...unkept].flatMap((id) => tray.rows[id] ?? [])
    unkept.clear()
    if (rows.length > 0) void keepRows(rows).catch(() => {})
  }

  const channel = openChannel((event) => {
    if (event.kind !== 'laid') return happen(event, false)
    const rows = event.rows.filter((row) => row.owner === owner)
    if (rows.length > 0) happen({ kind: 'laid', rows }, false)
  })

  return {
    owner,
    here: browserName(),
    lay(rows) {
      const event: TrayEvent = { kind: 'laid', rows }
      tray = trayAfter(tray, event)
      for (const follower of followers) follower(event, false)
    },
    read: () => tray,
    tell(event) {
      happen(event, true)
      channel.tell(event)
    },
    hear: (event) => happen(event, true),
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
