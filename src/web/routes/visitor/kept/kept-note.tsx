import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { useKeptTexts } from '../keeping/kept-texts.ts'

/** What has become of a kept paper on the site. */
export function KeptNote({ kept: { state } }: { kept: KeptPaper }) {
  const texts = useKeptTexts()
  return state === 'as-it-was' ? null : <p className="kept-note">{texts[state]}</p>
}
