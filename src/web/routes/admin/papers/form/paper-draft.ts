import { FIELD_NAMES, type PaperFields } from './paper-fields.ts'

/** Unsaved changes and the version they are based on; in session storage, so that a reload loses none. */
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

/** Without changes it is removed. */
export function keepPaperDraft(id: string, draft: PaperDraft) {
  if (Object.keys(draft.typed).length === 0) return clearPaperDraft(id)
  sessionStorage.setItem(PREFIX + id, JSON.stringify(draft))
}

export function clearPaperDraft(id: string) {
  sessionStorage.removeItem(PREFIX + id)
}

export function listPaperDrafts(): { id: string; title: string }[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .flatMap((id) => {
      const draft = readPaperDraft(id)
      return draft ? [{ id, title: draft.base.title }] : []
    })
}

export function clearPaperDrafts() {
  for (const { id } of listPaperDrafts()) clearPaperDraft(id)
}
