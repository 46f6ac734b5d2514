import { checkPdf, hashFile } from '../files/check-file.ts'
import { askDuplicates, publishRow, takeOff } from './inbox-calls.ts'
import { inPublication, nextToAsk, nextToHash, nextToPublish, nextToSend } from './inbox-contents.ts'
import { duplicatesKey, type InboxRow } from './inbox-row.ts'
import type { InboxStore } from './inbox-store.ts'
import { dropFile, fileOf } from './row-storage.ts'
import { NOT_HERE, sendRow } from './send-row.ts'

/** Duplicates are looked up when the typing pauses, and again after a failure. */
const DEBOUNCE_MS = 600
const RETRY_MS = 5_000
/** How long the removal of a row can be undone. */
const PUT_BACK_MS = 60_000

const NOT_READ = {
  sentence: 'The file could not be read; was it moved or changed? Drop it here again.',
  again: true,
}

const CHANGED = {
  sentence: 'Somebody else has just changed this row: look at it, then publish it.',
  again: true,
}

export type Batch = { published: number; failed: number }
type Duties = { onBatch: (batch: Batch) => void }

/** Hashes, looks up duplicates, uploads, publishes and cleans up until stopped. */
export function startQueueWorker(store: InboxStore, { onBatch }: Duties): () => void {
  const sending = new Map<string, AbortController>()
  const busy = new Set<string>()
  let batch: Batch = { published: 0, failed: 0 }
  let quietAt = 0
  let isStopped = false

  function look() {
    if (isStopped) return
    const inbox = store.read()
    for (const [id, abort] of sending) if (inbox.rows[id]?.away !== false) abort.abort()
    once('hash', nextToHash(inbox), hash)
    const isQuiet = performance.now() >= quietAt
    const toAsk = nextToAsk(inbox).filter(({ step }) => isQuiet || step === 'hashed')
    once('ask', toAsk.length > 0 ? toAsk : undefined, ask)
    if (inbox.isSynced && navigator.onLine) {
      for (const row of nextToSend(inbox, sending.size)) void send(row)
      once('publish', nextToPublish(inbox), publish)
    }
    closeBatch()
  }

  /** One job of each kind at a time; afterwards there may be more. */
  function once<What>(kind: string, what: What | undefined, work: (what: What) => Promise<unknown>) {
    if (what === undefined || busy.has(kind)) return
    busy.add(kind)
    void work(what)
      .catch((error: unknown) => console.error(error))
      .then(() => {
        busy.delete(kind)
        look()
      })
  }

  async function hash({ uploadId: id }: InboxRow) {
    try {
      const file = await fileOf(id)
      if (!file) return store.dispatch({ kind: 'failed', id, failure: NOT_HERE })
      const failure = await checkPdf(file)
      if (failure) store.dispatch({ kind: 'failed', id, failure })
      else store.dispatch({ kind: 'hashed', id, sha256: await hashFile(file) })
    } catch {
      store.dispatch({ kind: 'failed', id, failure: NOT_READ })
    }
  }

  async function ask(rows: InboxRow[]) {
    const asked = new Map(rows.map((row) => [row.uploadId, duplicatesKey(row) ?? '']))
    const duplicates = await askDuplicates(rows)
    if (!duplicates) return await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    for (const [id, key] of asked)
      store.dispatch({ kind: 'duplicates', id, asked: key, duplicates: duplicates[id] ?? [] })
  }

  async function send(row: InboxRow) {
    const abort = new AbortController()
    sending.set(row.uploadId, abort)
    await sendRow(store, row, abort.signal)
    sending.delete(row.uploadId)
    look()
  }

  async function publish(row: InboxRow) {
    const id = row.uploadId
    const outcome = await publishRow(row)
    if (outcome === 'not-in-inbox') return store.dispatch({ kind: 'not-in-inbox', id })
    if ('changed' in outcome) {
      const { owner, here } = store
      store.dispatch({ kind: 'found', owner, here, isAll: false, files: [outcome.changed], gone: [] })
    }
    if (!('paper' in outcome)) {
      batch.failed += 1
      const failure = 'changed' in outcome ? CHANGED : outcome.failure
      return store.dispatch({ kind: 'not-published', id, failure })
    }
    batch.published += 1
    store.dispatch({ kind: 'published', id, paper: outcome.paper })
    await dropFile(id)
  }

  function closeBatch() {
    const isOver = !busy.has('publish') && inPublication(store.read()).length === 0
    if (!isOver || batch.published + batch.failed === 0) return
    onBatch(batch)
    batch = { published: 0, failed: 0 }
  }

  /** Files that never arrived are forgotten here; those on the server are removed there, for everybody. */
  async function removeTaken(ids: string[]) {
    const isOver = (id: string) => {
      const row = store.read().rows[id]
      return !isStopped && row?.away && row.step !== 'arrived' ? row : null
    }
    for (const id of ids) {
      const row = isOver(id)
      const isOff = row && (!row.begun || (await takeOff(id)))
      if (isOff && isOver(id)) store.dispatch({ kind: 'forgotten', ids: [id] })
    }
  }

  function begin() {
    store.dispatch({ kind: 'interrupted', ids: store.read().order })
    look()
  }

  const unfollow = store.follow((event) => {
    if (event.kind === 'progress') return
    if (event.kind === 'typed') {
      quietAt = performance.now() + DEBOUNCE_MS
      setTimeout(look, DEBOUNCE_MS + 20)
    }
    if (event.kind === 'found' && event.isAll) void removeTaken(store.read().order)
    if (event.kind === 'taken') setTimeout(() => !isStopped && void removeTaken(event.ids), PUT_BACK_MS)
    queueMicrotask(look)
  })
  const retryOffline = () => {
    const { order, rows } = store.read()
    store.dispatch({ kind: 'again', ids: order.filter((id) => rows[id]?.failure?.noNetwork) })
    look()
  }
  window.addEventListener('online', retryOffline)
  begin()

  return () => {
    isStopped = true
    unfollow()
    window.removeEventListener('online', retryOffline)
    for (const abort of sending.values()) abort.abort()
  }
}
