import type { Entry } from '#domain/journal/entry.ts'
import type { AdminPaper, ReviewReason } from '#domain/paper/admin-paper.ts'
import {
  EMPTY_FIELDS,
  FIELD_NAMES,
  type FieldName,
  type FieldTexts,
  textsOf,
} from '#domain/paper/form-fields.ts'
import { ALL_SUBJECTS, findDegree, type Paper } from '#domain/paper/paper.ts'
import { isOfAllSubjects, paperSubmission } from '#domain/paper/submission.ts'
import type { EditedQuestion } from '#domain/questions/edit-questions.ts'
import { currentYear } from '#domain/time/india-time.ts'

/** An uploaded answers file is not shown as a link. */
export function fieldsOf(paper: Parameters<typeof textsOf>[0] & Pick<AdminPaper, 'answers'>): FieldTexts {
  return textsOf({ ...paper, referenceLink: paper.answers === 'link' ? paper.referenceLink : '' })
}

export function changedFields(base: FieldTexts, typed: Partial<FieldTexts>): Partial<FieldTexts> {
  return Object.fromEntries(
    FIELD_NAMES.filter((name) => typed[name] !== undefined && typed[name] !== base[name]).map((name) => [
      name,
      typed[name],
    ]),
  )
}

export function describeField(name: FieldName, value: string): string {
  if (name === 'degree') return findDegree(value)?.name ?? value
  if (name === 'subject' && value === ALL_SUBJECTS) return 'All subjects'
  return value || 'nothing'
}

/** As the server would say it, or null; `base` is the paper as it is. */
export function faultOfFields(
  fields: FieldTexts,
  base: FieldTexts,
  now: Date,
): { field: FieldName; sentence: string } | null {
  const rules = paperSubmission(currentYear(now), { mayBeOfAll: isOfAllSubjects(base) })
  const issue = rules.safeParse(fields).error?.issues[0]
  return issue ? { field: String(issue.path[0]) as FieldName, sentence: issue.message } : null
}

/** At most 60 characters. */
export function shortTitle({ title }: Pick<Paper, 'title'>): string {
  const letters = [...title]
  return letters.length <= 60 ? title : `${letters.slice(0, 58).join('').trimEnd()} …`
}

/** Unsaved changes and the version they are based on; in session storage, so that a reload loses none. */
export type PaperDraft = { version: number; base: FieldTexts; typed: Partial<FieldTexts> }

const OF_PAPER = 'paperDraft:'

export function readPaperDraft(id: string): PaperDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(OF_PAPER + id) ?? 'null')
    const isWhole = typeof draft?.base?.title === 'string' && typeof draft.version === 'number'
    // One of an earlier version lacks the fields that are newer.
    return isWhole ? { ...draft, base: { ...EMPTY_FIELDS, ...draft.base } } : null
  } catch {
    return null
  }
}

/** Without changes it is removed. */
export function savePaperDraft(id: string, draft: PaperDraft) {
  if (Object.keys(draft.typed).length === 0) return clearPaperDraft(id)
  sessionStorage.setItem(OF_PAPER + id, JSON.stringify(draft))
}

export function clearPaperDraft(id: string) {
  sessionStorage.removeItem(OF_PAPER + id)
}

export function listPaperDrafts(): { id: string; title: string }[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(OF_PAPER))
    .map((key) => key.slice(OF_PAPER.length))
    .flatMap((id) => {
      const draft = readPaperDraft(id)
      return draft ? [{ id, title: draft.base.title }] : []
    })
}

export function clearPaperDrafts() {
  for (const { id } of listPaperDrafts()) clearPaperDraft(id)
}

/** Undoes these entries, newest first; null when they changed none of the form's fields. */
export function fieldsBefore(now: FieldTexts & Pick<Paper, 'type' | 'grade'>, newer: Entry[]) {
  const was: typeof now = Object.assign({ ...now }, ...newer.map(({ before }) => before))
  const former = textsOf(was)
  if (former.degree === '') former.degree = now.degree
  if (isOurs(former.referenceLink)) former.referenceLink = now.referenceLink
  const names = FIELD_NAMES.filter((name) => former[name] !== now[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, former[name]]))
}

/** An uploaded file cannot be restored by its address. */
function isOurs(link: string) {
  return link.startsWith('/')
}

/** Unsaved changes and the version they are based on; in session storage, so that a reload loses none. */
export type QuestionDraft = { version: string; questions: EditedQuestion[] }

const OF_QUESTIONS = 'questionDraft:'

export function readQuestionDraft(id: string): QuestionDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(OF_QUESTIONS + id) ?? 'null')
    return typeof draft?.version === 'string' && Array.isArray(draft.questions) ? draft : null
  } catch {
    return null
  }
}

export function saveQuestionDraft(id: string, draft: QuestionDraft | null) {
  if (draft) sessionStorage.setItem(OF_QUESTIONS + id, JSON.stringify(draft))
  else sessionStorage.removeItem(OF_QUESTIONS + id)
}

export function clearQuestionDrafts() {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(OF_QUESTIONS)) sessionStorage.removeItem(key)
}

/** "The paper says it has 30 questions; 28 were found. Numbers 8 and 9 are missing." */
export function describeReviewReason({ stated, found, missing }: ReviewReason): string {
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
