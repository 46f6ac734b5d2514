import type { Centre } from '#domain/centre/centre.ts'
import { type Json, mergeDocuments } from '#domain/centre/versions/document-fields.ts'
import { authorName } from '../journal/describe-entry.ts'

/**
 * What is typed and not published yet, and the version that it was made from. On the device, one for all tabs of the
 * browser: each shows what another one types, and what two have typed at once is put together, never overwritten.
 */
export type SiteDraft = {
  version: number
  base: Centre
  typed: Json
  note: string
  /** When the first letter of it was typed, in ISO 8601. */
  begunAt: string
  /** Changes with each time that it is kept. */
  stamp: string
}

const KEY = 'siteDraft'

export function readSiteDraft(): SiteDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const isWhole = typeof draft?.version === 'number' && draft.base?.contacts && draft.typed?.contacts
    return isWhole ? { ...draft, note: String(draft.note ?? ''), begunAt: String(draft.begunAt ?? '') } : null
  } catch {
    return null
  }
}

/** False where the device keeps nothing more: it is full, or this is a private window of an old browser. */
export function saveSiteDraft(draft: SiteDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(KEY, JSON.stringify(draft))
    else clearSiteDraft()
    return true
  } catch {
    return false
  }
}

export function clearSiteDraft() {
  localStorage.removeItem(KEY)
}

/**
 * What to keep where this tab has typed `mine` on top of `seen`, and another has kept `theirs` since: both, and where the
 * two have changed one field, this tab's. Null takes the draft away.
 */
export function joinDrafts(
  mine: SiteDraft | null,
  seen: SiteDraft | null,
  theirs: SiteDraft | null,
): SiteDraft | null {
  if (!mine || !theirs || theirs.stamp === seen?.stamp || theirs.version !== mine.version) return mine
  const { document } = mergeDocuments((seen?.typed ?? mine.base) as Json, mine.typed, theirs.typed)
  return { ...mine, typed: document, note: mine.note || theirs.note, begunAt: theirs.begunAt }
}

/** Is told of what other tabs keep, and of what they kept while this one slept. */
export function watchSiteDraft(onKept: (draft: SiteDraft | null) => void): () => void {
  const read = (event: Event) => {
    if (event instanceof StorageEvent && event.key !== null && event.key !== KEY) return
    if (document.visibilityState === 'visible' || event.type === 'storage') onKept(readSiteDraft())
  }
  window.addEventListener('storage', read)
  document.addEventListener('visibilitychange', read)
  return () => {
    window.removeEventListener('storage', read)
    document.removeEventListener('visibilitychange', read)
  }
}

/** "Meena has published meanwhile"; those who published by a command have no name. */
export function whoPublished(author: string): string {
  const who = author.includes('@') ? authorName(author) : 'Somebody else'
  return `${who} has published meanwhile`
}
