import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import { paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { type Fault, faultOfFile } from '../files/check-file.ts'
import type { UploadDraft } from './upload-draft.ts'

export type ChosenFiles = { file: File | null; thumbnail: File | null }

export function missingParts(draft: UploadDraft, files: ChosenFiles, subjectNeeded: boolean): string[] {
  return [
    ...(draft.title.trim() ? [] : ['title']),
    ...(draft.degree ? [] : ['degree']),
    ...(subjectNeeded && !draft.subject ? ['subject'] : []),
    ...(draft.month ? [] : ['month']),
    ...(draft.year ? [] : ['year']),
    ...(files.file ? [] : ['PDF file']),
  ]
}

/** What is wrong with the form, as the server would say it, or null. */
export function faultOfForm(draft: UploadDraft, files: ChosenFiles, now: Date): Fault | null {
  for (const name of ['file', 'thumbnail'] as const) {
    const fault = files[name] && faultOfFile(name, files[name])
    if (fault) return fault
  }
  const read = paperSubmission(currentYear(now)).safeParse(fieldsOf(draft))
  const issue = read.error?.issues[0]
  return issue ? { field: String(issue.path[0]), sentence: issue.message } : null
}

export function fieldsOf(draft: UploadDraft): UploadDraft {
  return { ...draft, subject: draft.subject || ALL_SUBJECTS }
}
