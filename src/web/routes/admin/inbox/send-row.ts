import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import { isTransient } from '#domain/files/upload-limits.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { asCallError, type CallError } from '#web/routes/admin/client/call-error.ts'
import { namedUpload, sendFiles } from '#web/routes/admin/client/send-files.ts'
import type { Failure, InboxRow } from './inbox-row.ts'
import type { InboxStore } from './inbox-store.ts'
import { fileOf } from './row-storage.ts'

export const NOT_HERE: Failure = {
  sentence: 'This browser does not hold the file any more; drop it here again.',
  again: false,
}
/** Stopped by the user, in the line "Trying again …". */
const STOPPED: Failure = {
  sentence: 'Stopped. The file is kept here; send it again when you like.',
  again: true,
}
const PROGRESS_MS = 200
/** What may pass although the server has refused it: all other refusals would come again for the same file. */
const MAY_PASS = ['interrupted', 'took-too-long', 'inbox-full', 'upload-incomplete']

export async function sendRow(
  store: InboxStore,
  { uploadId: id, begun, withoutScripts, folders }: InboxRow,
  signal: AbortSignal,
): Promise<void> {
  store.dispatch({ kind: 'sending', id })
  const file = await fileOf(id).catch(() => null)
  if (!file) return store.dispatch({ kind: 'failed', id, failure: NOT_HERE })
  const upload = { file, uploadId: id, begun }
  try {
    const answer = await sendFiles(
      [upload],
      { method: 'POST', path: '/inbox', json: { ...namedUpload(upload, { withoutScripts }), folders } },
      {
        signal,
        onRetrying: (isRetrying) => isRetrying && store.dispatch({ kind: 'progress', id, sent: -1 }),
        onProgress: inSteps((sent) => store.dispatch({ kind: 'progress', id, sent })),
      },
    )
    store.dispatch({ kind: 'arrived', id, here: store.here, file: await answer.json() })
  } catch (error) {
    const refused = asCallError(error)
    if (refused.code === 'stopped' && signal.aborted)
      return store.dispatch({ kind: 'interrupted', ids: [id] })
    const paper = refused.told.paper as Paper | undefined
    if (paper) return store.dispatch({ kind: 'published', id, paper })
    store.dispatch({ kind: 'failed', id, failure: failureOf(refused) })
  }
}

/** What a row says of a refusal; `again`: the same file may be taken the next time. */
export function failureOf({ status, code, message, field }: CallError): Failure {
  if (code === 'stopped') return STOPPED
  const again = status === 0 || isTransient(status) || MAY_PASS.includes(code)
  return {
    sentence: message,
    field,
    noNetwork: status === 0,
    again,
    scripts: code === REMOVABLE,
    portfolio: code === 'portfolio',
  }
}

function inSteps(onProgress: (sent: number) => void) {
  let last = 0
  return (sent: number, total: number) => {
    const now = performance.now()
    if (sent < total && now - last < PROGRESS_MS) return
    last = now
    onProgress(sent)
  }
}
