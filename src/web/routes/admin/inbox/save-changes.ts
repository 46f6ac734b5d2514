import { BACKGROUND_WAIT_LIMIT } from '#domain/files/upload-limits.ts'
import { INBOX_CHANGES_LIMIT, type InboxChange } from '#domain/inbox/inbox.ts'
import { backOff } from '#domain/time/back-off.ts'
import { postChanges } from './inbox-calls.ts'
import type { InboxRow, Part } from './inbox-row.ts'
import type { InboxStore } from './inbox-store.ts'

/** Debounced; typing in another tab is saved here only when that tab has failed to. */
const SAVE_AFTER_MS = 500
const SAVE_FOR_OTHERS_MS = 5_000
const WAITS_MS = { first: 1_000, most: BACKGROUND_WAIT_LIMIT }
/** The server's limit is 16 KiB of JSON. */
const MAX_BYTES = 12 * 1024

type Duties = {
  /** Whether a save has failed and is being retried. */
  onTrouble: (isInTrouble: boolean) => void
}

/** Saves local changes to the server until stopped. */
export function startSaving(store: InboxStore, { onTrouble }: Duties): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let failures = 0
  let atOnce = INBOX_CHANGES_LIMIT
  let isSaving = false
  let isStopped = false
  /** Rows that the server refuses as they are: sent again when they change. */
  const refused = new Set<string>()

  function saveIn(milliseconds: number) {
    const at = performance.now() + milliseconds
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(save, milliseconds)
  }

  /** A debounce: the next letter postpones it, and typing in another tab does not hasten it. */
  function saveAfterTyping() {
    dueAt = Number.POSITIVE_INFINITY
    saveIn(failures > 0 ? backOff(failures, WAITS_MS) : SAVE_AFTER_MS)
  }

  async function save() {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    if (isSaving || isStopped) return
    const [changes] = inParts(changesOf(store, refused), atOnce)
    if (!changes) return
    isSaving = true
    const outcome = await postChanges(store.here, changes).catch(() => null)
    isSaving = false
    if (isStopped) return
    failures = outcome ? 0 : failures + 1
    onTrouble(failures > 0)
    if (!outcome) return saveIn(backOff(failures, WAITS_MS))
    if ('failure' in outcome) {
      const [only] = changes
      // One of them is invalid: sent one by one, the error shows which.
      if (changes.length > 1) atOnce = 1
      else if (only) {
        refused.add(only.uploadId)
        store.dispatch({ kind: 'not-saved', id: only.uploadId, failure: outcome.failure })
      }
    } else {
      if (changes.length === 1) atOnce = Math.min(2 * atOnce, INBOX_CHANGES_LIMIT)
      const { saved, changed, gone } = outcome
      const files = [...saved, ...changed]
      store.dispatch({ kind: 'found', owner: store.owner, here: store.here, isAll: false, files, gone })
    }
    if (changesOf(store, refused).length > 0) saveIn(0)
  }

  /** The page is being left: `keepalive` requests; what is sent twice is stored once. */
  function saveAll() {
    for (const changes of inParts(changesOf(store, refused), INBOX_CHANGES_LIMIT))
      void postChanges(store.here, changes, { silent: true }).catch(() => {})
  }

  const unfollow = store.follow((event, isOwn) => {
    if (event.kind === 'progress') return
    const ids = 'ids' in event ? event.ids : 'id' in event ? [event.id] : []
    if (event.kind === 'typed' || event.kind === 'again') for (const id of ids) refused.delete(id)
    if (changesOf(store, refused).length === 0) return onTrouble(false)
    if (!isOwn) saveIn(SAVE_FOR_OTHERS_MS)
    else if (event.kind === 'typed') saveAfterTyping()
    else if (failures === 0) saveIn(SAVE_AFTER_MS)
  })
  const saveNow = () => void save()
  const leave = () => document.visibilityState === 'hidden' && saveAll()
  const backOnline = () => {
    failures = 0
    saveNow()
  }
  window.addEventListener('focusout', saveNow)
  window.addEventListener('online', backOnline)
  window.addEventListener('pagehide', saveAll)
  document.addEventListener('visibilitychange', leave)

  return () => {
    saveAll()
    isStopped = true
    clearTimeout(timer)
    unfollow()
    window.removeEventListener('focusout', saveNow)
    window.removeEventListener('online', backOnline)
    window.removeEventListener('pagehide', saveAll)
    document.removeEventListener('visibilitychange', leave)
  }
}

/** Only rows whose files are on the server; parts in conflict wait for a decision. */
function changesOf(store: InboxStore, refused: ReadonlySet<string>): InboxChange[] {
  return Object.values(store.read().rows).flatMap((row) => {
    if (row.step !== 'arrived' || !row.known || refused.has(row.uploadId)) return []
    const parts = row.unsaved.filter((part) => !row.conflicts.some((conflict) => conflict.part === part))
    return parts.length > 0 ? [changeOf(row, row.known.version, parts)] : []
  })
}

function changeOf(row: InboxRow, version: number, parts: Part[]): InboxChange {
  const change: InboxChange = { uploadId: row.uploadId, version }
  for (const part of parts) {
    if (part === 'confirmed' || part === 'away') change[part] = row[part]
    else if (part === 'settled') change.settled = row.settled ?? { ids: [], replace: null }
    else change.typed = { ...change.typed, [part]: row.fields[part] }
  }
  return change
}

function inParts(changes: InboxChange[], atOnce: number): InboxChange[][] {
  const parts: InboxChange[][] = []
  let bytes = MAX_BYTES
  for (const change of changes) {
    const size = new TextEncoder().encode(JSON.stringify(change)).length
    const last = parts.at(-1)
    if (last && last.length < atOnce && bytes + size <= MAX_BYTES) last.push(change)
    else {
      parts.push([change])
      bytes = 0
    }
    bytes += size
  }
  return parts
}

/** `ask` returns whether it succeeded; in the background and after failures the wait doubles. Returns the stop. */
export function startPolling(ask: () => Promise<boolean>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isAsking = false
  let isStopped = false

  async function askNow() {
    clearTimeout(timer)
    if (isAsking || isStopped) return
    isAsking = true
    const isAnswered = await ask().catch(() => false)
    isAsking = false
    if (isStopped) return
    failures = isAnswered && document.visibilityState === 'visible' ? 0 : failures + 1
    timer = setTimeout(
      () => void askNow(),
      backOff(failures + 1, { first: every, most: BACKGROUND_WAIT_LIMIT }),
    )
  }

  const comeBack = () => {
    if (document.visibilityState !== 'visible') return
    failures = 0
    void askNow()
  }
  document.addEventListener('visibilitychange', comeBack)
  window.addEventListener('online', comeBack)
  void askNow()

  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', comeBack)
    window.removeEventListener('online', comeBack)
  }
}
