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
