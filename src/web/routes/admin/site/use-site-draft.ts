import { useEffect, useRef, useState } from 'react'
import { joinDrafts, keepSiteDraft, readSiteDraft, type SiteDraft, watchSiteDraft } from './site-draft.ts'

/** The draft as this tab has it, kept on the device with each change. */
export function useSiteDraft() {
  const [draft, show] = useState<SiteDraft | null>(readSiteDraft)
  const [isKept, setKept] = useState(true)
  const [isFound, setFound] = useState(draft !== null)
  /** As it was last kept or read by this tab. */
  const seen = useRef(draft)

  useEffect(() => {
    if (!draft) setFound(false)
    if (draft?.stamp === seen.current?.stamp) return
    const joined = joinDrafts(draft, seen.current, readSiteDraft())
    seen.current = joined
    setKept(keepSiteDraft(joined))
    if (joined !== draft) show(joined)
  }, [draft])

  useEffect(
    () =>
      watchSiteDraft((kept) => {
        if (kept?.stamp === seen.current?.stamp) return
        seen.current = kept
        show(kept)
      }),
    [],
  )

  function setDraft(next: Omit<SiteDraft, 'stamp'> | null) {
    // Not `crypto.randomUUID`, which plain http does not have.
    show(next && { ...next, stamp: `${Date.now()} ${Math.random()}` })
  }

  return { draft, setDraft, isKept, isFound }
}
