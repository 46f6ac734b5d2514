import { createStore, type Store } from '#web/ui/store.ts'
import { askBeforeUnload } from '../ask-before-leaving.ts'
import { createInboxStore, type InboxStore } from './inbox-store.ts'
import { inPublication, present, unsent } from './next-step.ts'
import { followServer } from './poll-changes.ts'
import { type Batch, startQueueWorker } from './queue-worker.ts'
import { keepsRows, readRows } from './row-storage.ts'
import { startSaving } from './save-changes.ts'

/** `leads`: this tab uploads. `keeps`: rows survive closing the page. `isBehind`: typed changes are not saved yet. */
export type InboxState = { isRead: boolean; leads: boolean; keeps: boolean; isBehind: boolean }
export type DeskInbox = InboxStore & { state: Store<InboxState> }

type Duties = { onBatch: (batch: Batch) => void }
let open: { inbox: DeskInbox; end: () => void } | null = null

/** Stays open while other pages of the desk are shown. */
export function openDeskInbox(owner: string, duties: Duties): DeskInbox {
  if (open?.inbox.owner === owner) return open.inbox
  closeDeskInbox()
  open = start(owner, duties)
  return open.inbox
}

/** Releases the lock to another tab; nothing in the inbox is lost. */
export function closeDeskInbox() {
  open?.end()
  open = null
}

function start(owner: string, duties: Duties) {
  const store = createInboxStore(owner)
  const state = createStore<InboxState>({ isRead: false, leads: false, keeps: true, isBehind: false })
  let stopQueueWorker = () => {}
  let stopSync = () => {}
  let isEnded = false
  let leave = () => {}

  function become(part: Partial<InboxState>) {
    const before = state.get()
    if (Object.entries(part).some(([name, value]) => before[name as keyof InboxState] !== value))
      state.set({ ...before, ...part })
  }

  async function begin() {
    const [rows, keeps] = await Promise.all([readRows(owner).catch(() => []), keepsRows()])
    if (isEnded) return
    store.addKept(rows)
    become({ isRead: true, keeps })
    const stopSaving = startSaving(store, {
      onTrouble: (isBehind) => become({ isBehind }),
    })
    const stopFollowing = followServer(store)
    stopSync = () => {
      stopSaving()
      stopFollowing()
    }
    leave = requestTabLock(
      keeps ? `desk-tray ${owner}` : `desk-tray ${crypto.getRandomValues(new Uint32Array(2))}`,
      () => {
        if (isEnded) return
        become({ leads: true })
        stopQueueWorker = startQueueWorker(store, duties)
      },
    )
  }

  /** Asks while something would stop or be lost; what is stored goes on next time. */
  const ask = (event: BeforeUnloadEvent) => {
    store.leave()
    const inbox = store.read()
    const isUnderWay = state.get().leads && (unsent(inbox).length > 0 || inPublication(inbox).length > 0)
    const isLost = present(inbox).some(({ file }) => file === 'in-memory')
    if (isUnderWay || isLost) askBeforeUnload(event)
  }
  window.addEventListener('beforeunload', ask)
  window.addEventListener('pagehide', store.leave)
  void begin()

  return {
    inbox: { ...store, state },
    end() {
      isEnded = true
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('pagehide', store.leave)
      stopQueueWorker()
      stopSync()
      leave()
      store.close()
    },
  }
}

/** Calls `onTurn` once this tab has the lock. Without Web Locks every tab uploads; upload ids prevent duplicates. */
function requestTabLock(name: string, onTurn: () => void): () => void {
  const leaving = new AbortController()
  if (!navigator.locks) {
    onTurn()
    return () => {}
  }
  const until = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      onTurn()
      return until
    })
    .catch(() => {})
  return () => leaving.abort()
}
