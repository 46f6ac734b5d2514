import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { KEPT_TEXTS as TEXTS } from '../keeping/kept-texts.ts'

/** What has become of a kept paper on the site. */
export function KeptNote({ kept: { state } }: { kept: KeptPaper }) {
  return state === 'as-it-was' ? null : <p className="kept-note">{TEXTS[state]}</p>
}
