import { followServer } from './follow-server.ts'
import { takeTurn } from './one-tab.ts'
import { startSaving } from './save-changes.ts'
import type { Batch } from './tray-hand.ts'
import { startHand } from './tray-hand.ts'
import { inPublication, present, unsent } from './tray-next.ts'
import { keepsRows, readRows } from './tray-rows.ts'
import { createTrayStore, type TrayStore } from './tray-store.ts'

/**
 * `leads`: this tab is the one that sends. `keeps`: the browser keeps rows and files when the page is closed. `isBehind`:
 * what was typed could not be saved on the server yet.
 */
export type TrayState = { isRead: boolean; leads: boolean; keeps: boolean; isBehind: boolean }
export type DeskTray = TrayStore & {
  state(): TrayState
  followState(onChange: () => void): () => void
}

type Duties = { signIn: () => Promise<void>; onBatch: (batch: Batch) => void }
let open: { tray: DeskTray; end: () => void } | null = null

/** The tray of this administrator: opened once, it goes on while other pages of the desk are looked at. */
export function openDeskTray(owner: string, duties: Duties): DeskTray {
  if (open?.tray.owner === owner) return open.tray
  closeDeskTray()
  open = start(owner, duties)
  return open.tray
}

/** Stops sending and lets another tab go on; what is on the tray is kept. */
export function closeDeskTray() {
  open?.end()
  open = null
}

function start(owner: string, duties: Duties) {
  const store = createTrayStore(owner)
  const followers = new Set<() => void>()
  let state: TrayState = { isRead: false, leads: false, keeps: true, isBehind: false }
  let stopHand = () => {}
  let stopSync = () => {}
  let isEnded = false
  let leave = () => {}

  function become(part: Partial<TrayState>) {
    if (Object.entries(part).every(([name, value]) => state[name as keyof TrayState] === value)) return
    state = { ...state, ...part }
    for (const follower of followers) follower()
  }

  async function begin() {
    const [rows, keeps] = await Promise.all([readRows(owner).catch(() => []), keepsRows()])
    if (isEnded) return
    store.lay(rows)
    become({ isRead: true, keeps })
    const stopSaving = startSaving(store, {
      signIn: duties.signIn,
      onTrouble: (isBehind) => become({ isBehind }),
    })
    const stopFollowing = followServer(store, duties)
    stopSync = () => {
      stopSaving()
      stopFollowing()
    }
    leave = takeTurn(
      keeps ? `desk-tray ${owner}` : `desk-tray ${crypto.getRandomValues(new Uint32Array(2))}`,
      () => {
        if (isEnded) return
        become({ leads: true })
        stopHand = startHand(store, duties)
      },
    )
  }

  /** Asks before the page is closed while something would stop or be lost; what is kept goes on next time. */
  const ask = (event: BeforeUnloadEvent) => {
    store.keepNow()
    const tray = store.read()
    const isUnderWay = state.leads && (unsent(tray).length > 0 || inPublication(tray).length > 0)
    const isLost = present(tray).some(({ file }) => file === 'in-memory')
    if (isUnderWay || isLost) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  void begin()

  const tray: DeskTray = {
    ...store,
    state: () => state,
    followState(onChange) {
      followers.add(onChange)
      return () => followers.delete(onChange)
    },
  }
  return {
    tray,
    end() {
      isEnded = true
      window.removeEventListener('beforeunload', ask)
      stopHand()
      stopSync()
      leave()
      store.close()
    },
  }
}
