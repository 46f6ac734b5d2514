import type { Centre } from '#domain/centre/centre.ts'
import type { Json } from '#domain/centre/merge-documents.ts'

/** What is typed and not published yet, and the version that it was made from; in session storage, so that a reload loses none. */
export type SiteDraft = { version: number; base: Centre; typed: Json; note: string }

const KEY = 'siteDraft'

export function readSiteDraft(): SiteDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    const whole = typeof draft?.version === 'number' && draft.base?.contacts && draft.typed?.contacts
    return whole ? draft : null
  } catch {
    return null
  }
}

export function keepSiteDraft(draft: SiteDraft | null) {
  if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft))
  else clearSiteDraft()
}

export function clearSiteDraft() {
  sessionStorage.removeItem(KEY)
}
