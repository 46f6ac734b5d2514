import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { KeptPaper } from '../keeping/kept-store.ts'

const SAID: Record<Exclude<KeptPaper['state'], 'as-it-was'>, (m: Messages) => string> = {
  replaced: (m) => m.kept_replaced(),
  renewed: (m) => m.kept_renewed(),
  deleted: (m) => m.kept_deleted(),
}

/** '' where nothing has. */
export function saidOf(state: KeptPaper['state'], m: Messages): string {
  return state === 'as-it-was' ? '' : SAID[state](m)
}

/** What has become of a kept paper on the site. */
export function KeptNote({ kept: { state } }: { kept: KeptPaper }) {
  const m = useMessages()
  const said = saidOf(state, m)
  return said && <p className="kept-note">{said}</p>
}
