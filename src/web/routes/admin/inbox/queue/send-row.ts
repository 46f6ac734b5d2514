import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import type { InboxFile } from '#domain/inbox/inbox.ts'
import { type SendRefusal, sendBody } from '#web/routes/admin/upload-form/send-upload.ts'
import { findPublished } from '../sync/inbox-calls.ts'
import type { Failure, InboxRow } from './inbox-row.ts'
import type { InboxStore } from './inbox-store.ts'
import { fileOf } from './row-storage.ts'

export const NOT_HERE: Failure = {
  sentence: 'This browser does not hold the file any more; drop it here again.',
  again: false,
}
/** The line "Trying again …" was told to stop. */
const STOPPED: Failure = {
  sentence: 'Stopped. The file is kept here; send it again when you like.',
  again: true,
}
/** How often the page hears how far a file is sent. In milliseconds. */
const PROGRESS_MS = 200
/** What the server has judged for good: the same file would be refused again. */
const FOR_GOOD = [
  'not-a-pdf',
  'password',
  REMOVABLE,
  'active-content-stays',
  'no-pages',
  'too-many-pages',
  'file-too-large',
]

/** Sends the file of one row to the server's inbox, and tells how far it is and what came of it. */
export async function sendRow(
  store: InboxStore,
  { uploadId: id, begun, withoutScripts, folders }: InboxRow,
  signal: AbortSignal,
): Promise<void> {
  store.tell({ kind: 'sending', id })
  const file = await fileOf(id).catch(() => null)
  if (!file) return store.tell({ kind: 'failed', id, failure: NOT_HERE })
  const form = new FormData()
  if (folders) form.set('folders', folders)
  form.set('file', file, file.name)
  const to = '/api/admin/inbox'
  const outcome = await sendBody<InboxFile>(
    { to, arrivedAt: `${to}/${id}`, uploadId: id, form, mayHaveArrived: begun },
    {
      signal,
      withoutScripts,
      onRetrying: (isRetrying) => isRetrying && store.tell({ kind: 'progress', id, sent: -1 }),
      onProgress: inSteps((sent) => store.tell({ kind: 'progress', id, sent })),
    },
  )
  if (outcome === 'cancelled' && signal.aborted) return store.tell({ kind: 'interrupted', ids: [id] })
  if (outcome === 'cancelled') return store.tell({ kind: 'failed', id, failure: STOPPED })
  if ('body' in outcome) return store.tell({ kind: 'arrived', id, here: store.here, file: outcome.body })
  if (outcome.refusal.code !== 'already-published')
    return store.tell({ kind: 'failed', id, failure: failureOf(outcome.refusal) })
  const paper = await findPublished(id)
  if (paper) return store.tell({ kind: 'published', id, paper })
  store.tell({ kind: 'failed', id, failure: failureOf(outcome.refusal) })
}

function failureOf({ sentence, field, code, noNetwork }: SendRefusal): Failure {
  return { sentence, field, noNetwork, again: !FOR_GOOD.includes(code ?? ''), scripts: code === REMOVABLE }
}

function inSteps(tell: (sent: number) => void) {
  let last = 0
  return (sent: number, total: number) => {
    const now = performance.now()
    if (sent < total && now - last < PROGRESS_MS) return
    last = now
    tell(sent)
  }
}
