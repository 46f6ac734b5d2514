import type { Hints } from '#domain/autofill/hints.ts'

export const FILLED = ['title', 'degree', 'subject', 'month', 'year', 'variant', 'board'] as const
export type FilledName = (typeof FILLED)[number]

/** What the file has filled in, and whether that is sure; a field that somebody has typed into is not among them. */
export type Filled = Partial<Record<FilledName, { value: string; sure: boolean }>>

/** Fields that are empty or that the file has filled take what it says now; what was typed stays. */
export function fillIn(
  draft: UploadDraft,
  filled: Filled,
  hints: Hints,
): { draft: UploadDraft; filled: Filled } {
  const next = { draft: { ...draft }, filled: {} as Filled }
  for (const name of FILLED) {
    const isTyped = draft[name] !== '' && filled[name]?.value !== draft[name]
    if (isTyped) continue
    const hint = hints[name]
    const value = hint ? String(hint.value) : ''
    next.draft[name] = value
    if (hint && value !== '') next.filled[name] = { value, sure: hint.sure }
  }
  return next
}

export function isDoubtful(filled: Filled, name: string): boolean {
  return filled[name as FilledName]?.sure === false
}

/** In session storage: it survives a reload and an expired session. */
export type UploadDraft = {
  title: string
  degree: string
  subject: string
  month: string
  year: string
  variant: string
  board: string
  referenceLink: string
}

export const EMPTY_DRAFT: UploadDraft = {
  title: '',
  degree: '',
  subject: '',
  month: '',
  year: '',
  variant: '',
  board: '',
  referenceLink: '',
}
const KEY = 'uploadDraft'

export function readDraft(): UploadDraft {
  try {
    return { ...EMPTY_DRAFT, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') }
  } catch {
    return EMPTY_DRAFT
  }
}

export function keepDraft(draft: UploadDraft) {
  sessionStorage.setItem(KEY, JSON.stringify(draft))
}

export function clearDraft() {
  sessionStorage.removeItem(KEY)
}
