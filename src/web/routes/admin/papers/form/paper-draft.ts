import { FIELD_NAMES, type PaperFields } from './paper-fields.ts'

/**
 * What is typed into a paper's form and not saved: on which state of it, and only the fields that differ. Kept for the
 * life of the tab, so that it survives a reload and an ended session.
 */
export type PaperDraft = { version: number; base: PaperFields; typed: Partial<PaperFields> }

const PREFIX = 'paperDraft:'

export function readPaperDraft(id: string): PaperDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(PREFIX + id) ?? 'null')
    const whole = draft && FIELD_NAMES.every((name) => typeof draft.base?.[name] === 'string')
    return whole && typeof draft.version === 'number' ? draft : null
  } catch {
    return null
  }
}

/** Keeps a draft; one with nothing typed is none. */
export function keepPaperDraft(id: string, draft: PaperDraft) {
  if (Object.keys(draft.typed).length === 0) return clearPaperDraft(id)
  sessionStorage.setItem(PREFIX + id, JSON.stringify(draft))
}

export function clearPaperDraft(id: string) {
  sessionStorage.removeItem(PREFIX + id)
}

/** The papers with something typed and not saved: their ids, and the titles they had. */
export function listPaperDrafts(): { id: string; title: string }[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .flatMap((id) => {
      const draft = readPaperDraft(id)
      return draft ? [{ id, title: draft.base.title }] : []
    })
}

/** Forgets every draft, as on the way out. */
export function clearPaperDrafts() {
  for (const { id } of listPaperDrafts()) clearPaperDraft(id)
}
