import type { QuestionsDoubt } from '#domain/paper/desk-paper.ts'
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

/** "The paper says it has 30 questions; 28 were found. Numbers 8 and 9 are missing." */
export function describeDoubt({ stated, found, missing }: QuestionsDoubt): string {
  const others = stated !== null && stated !== found
  if (found === 0)
    return others ? `The paper says it has ${stated} questions; none were found.` : 'No questions were found.'
  const [last, ...before] = missing.toReversed()
  return [
    others &&
      `The paper says it has ${stated} ${stated === 1 ? 'question' : 'questions'}; ${found} were found.`,
    last !== undefined &&
      (before.length === 0
        ? `Number ${last} is missing.`
        : `Numbers ${before.toReversed().join(', ')} and ${last} are missing.`),
  ]
    .filter(Boolean)
    .join(' ')
}
