import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { SavedPaper } from '../downloads/offline-store.ts'

const SAID: Record<Exclude<SavedPaper['state'], 'as-it-was'>, (m: Messages) => string> = {
  replaced: (m) => m.offline_replaced(),
  renewed: (m) => m.offline_renewed(),
  deleted: (m) => m.offline_deleted(),
}

/** '' where nothing has. */
export function saidOf(state: SavedPaper['state'], m: Messages): string {
  return state === 'as-it-was' ? '' : SAID[state](m)
}

/** What has become of a saved paper on the site. */
export function SavedNote({ saved: { state } }: { saved: SavedPaper }) {
  const m = useMessages()
  const said = saidOf(state, m)
  return said && <p className="saved-note">{said}</p>
}
