import { INBOX_UNDO_MS, type InboxChanges, type InboxFile, type InboxGone } from '#domain/inbox/inbox.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import { askBeforeUnload } from '../ask-before-leaving.ts'
import { fetchChanges } from './inbox-calls.ts'
import { inPublication, present, unsent } from './inbox-contents.ts'
import { createInboxStore, type InboxStore } from './inbox-store.ts'
import { type Batch, startQueueWorker } from './queue-worker.ts'
import { readRows, storesRows } from './row-storage.ts'
import { startPolling, startSaving } from './save-changes.ts'

/** `leads`: this tab uploads. `keeps`: rows survive closing the page. `isBehind`: typed changes are not saved yet. */
export type InboxState = { isRead: boolean; leads: boolean; keeps: boolean; isBehind: boolean }
export type AdminInbox = InboxStore & { state: Store<InboxState> }

type Duties = { onBatch: (batch: Batch) => void }
let open: { inbox: AdminInbox; end: () => void } | null = null

/** Stays open while other pages of the admin area are shown. */
export function openAdminInbox(owner: string, duties: Duties): AdminInbox {
  if (open?.inbox.owner === owner) return open.inbox
  closeAdminInbox()
  open = start(owner, duties)
  return open.inbox
}

/** Releases the lock to another tab; nothing in the inbox is lost. */
export function closeAdminInbox() {
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
    const [rows, keeps] = await Promise.all([readRows(owner).catch(() => []), storesRows()])
    if (isEnded) return
    store.addStored(rows)
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

const POLL_MS = 3_000

/** Polls until stopped: first everything, then changes. */
function followServer(store: InboxStore): () => void {
  let version: number | null = null
  return startPolling(async () => {
    const answer = await fetchChanges(version)
    if (!answer) return false
    const isAll = version === null
    version = answer.version
    const { files, gone } = withoutOld(answer)
    const { pace } = answer
    const ahead = Date.parse(answer.now) - Date.now()
    if (isAll || files.length + gone.length > 0)
      store.receive({ kind: 'found', owner: store.owner, here: store.here, isAll, files, gone, ahead, pace })
    forgetOld(store, Date.parse(answer.now))
    return true
  }, POLL_MS)
}

/** Rows removed too long ago to be put back count as gone. */
function withoutOld({ files, gone, now }: InboxChanges) {
  const isOld = ({ away }: InboxFile) => isOver(away?.at, Date.parse(now))
  const old = files.filter(isOld).map(
    ({ uploadId, name, away }): InboxGone => ({
      uploadId,
      how: 'removed',
      by: away?.by ?? null,
      title: name,
    }),
  )
  return { files: files.filter((file) => !isOld(file)), gone: [...gone, ...old] }
}

function forgetOld(store: InboxStore, now: number) {
  const rows = Object.values(store.read().rows)
  const old = rows.filter(({ away, known }) => away && isOver(known?.away?.at, now))
  if (old.length > 0) store.receive({ kind: 'forgotten', ids: old.map(({ uploadId }) => uploadId) })
}

function isOver(at: string | undefined, now: number) {
  return at !== undefined && now - Date.parse(at) > INBOX_UNDO_MS
}
