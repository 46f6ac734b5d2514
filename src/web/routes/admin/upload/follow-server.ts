import { TRAY_UNDO_MS, type TrayChanges, type TrayFile, type TrayGone } from '#domain/tray/tray.ts'
import { startPolling } from './poll.ts'
import { fetchChanges } from './tray-calls.ts'
import type { TrayStore } from './tray-store.ts'

/** How often the server is asked what others have done. In milliseconds. */
const EVERY_MS = 3_000

/** Keeps the tray of this tab in step with the server's until it is stopped: first everything, then what changes. */
export function followServer(store: TrayStore, { signIn }: { signIn: () => Promise<void> }): () => void {
  let version: number | null = null
  return startPolling(async () => {
    const answer = await fetchChanges(version, signIn)
    if (!answer) return false
    const isAll = version === null
    version = answer.version
    const { files, gone } = withoutOld(answer)
    const ahead = Date.parse(answer.now) - Date.now()
    if (isAll || files.length + gone.length > 0)
      store.hear({ kind: 'found', owner: store.owner, here: store.here, isAll, files, gone, ahead })
    forgetOld(store, Date.parse(answer.now))
    return true
  }, EVERY_MS)
}

/** What was taken away so long ago that it cannot be put back has left for those who look. */
function withoutOld({ files, gone, now }: TrayChanges) {
  const isOld = ({ away }: TrayFile) => isOver(away?.at, Date.parse(now))
  const old = files.filter(isOld).map(
    ({ uploadId, name, away }): TrayGone => ({
      ...{ uploadId, how: 'removed', by: away?.by ?? null, title: name },
    }),
  )
  return { files: files.filter((file) => !isOld(file)), gone: [...gone, ...old] }
}

function forgetOld(store: TrayStore, now: number) {
  const rows = Object.values(store.read().rows)
  const old = rows.filter(({ away, known }) => away && isOver(known?.away?.at, now))
  if (old.length > 0) store.hear({ kind: 'forgotten', ids: old.map(({ uploadId }) => uploadId) })
}

function isOver(at: string | undefined, now: number) {
  return at !== undefined && now - Date.parse(at) > TRAY_UNDO_MS
}
