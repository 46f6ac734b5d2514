import type { EditedQuestion } from '#domain/questions/edit-questions.ts'

/** Unsaved changes and the version they are based on; in session storage, so that a reload loses none. */
export type QuestionDraft = { version: string; questions: EditedQuestion[] }

const PREFIX = 'questionDraft:'

export function readQuestionDraft(id: string): QuestionDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(PREFIX + id) ?? 'null')
    return typeof draft?.version === 'string' && Array.isArray(draft.questions) ? draft : null
  } catch {
    return null
  }
}

export function keepQuestionDraft(id: string, draft: QuestionDraft | null) {
  if (draft) sessionStorage.setItem(PREFIX + id, JSON.stringify(draft))
  else sessionStorage.removeItem(PREFIX + id)
}

export function clearQuestionDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
