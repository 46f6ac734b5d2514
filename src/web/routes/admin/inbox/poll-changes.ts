import { INBOX_UNDO_MS, type InboxChanges, type InboxFile, type InboxGone } from '#domain/inbox/inbox.ts'
import { fetchChanges } from './inbox-calls.ts'
import type { InboxStore } from './inbox-store.ts'
import { startPolling } from './save-changes.ts'

const POLL_MS = 3_000

/** Polls until stopped: first everything, then changes. */
export function followServer(store: InboxStore): () => void {
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
