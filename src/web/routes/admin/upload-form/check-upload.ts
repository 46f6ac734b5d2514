import { PDF_LIMIT, THUMBNAIL_LIMIT, THUMBNAIL_TYPES } from '#domain/files/upload-limits.ts'
import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import { paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'
import type { SendRefusal } from '../client/send-files.ts'
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

/** Null when there is none. */
export function faultOfFile(name: keyof ChosenFiles, file: File): SendRefusal | null {
  const limit = name === 'file' ? PDF_LIMIT : THUMBNAIL_LIMIT
  if (file.size === 0) return { field: name, sentence: 'This file is empty; choose another.' }
  if (file.size > limit)
    return {
      field: name,
      sentence: `This file is larger than ${limit / 1024 ** 2} MiB; choose a smaller one.`,
    }
  if (name === 'thumbnail' && !THUMBNAIL_TYPES.includes(file.type)) {
    return { field: name, sentence: 'The thumbnail must be a PNG, JPEG, WebP, GIF or AVIF image.' }
  }
  return null
}

/** As the server would say it, or null. */
export function faultOfForm(draft: UploadDraft, files: ChosenFiles, now: Date): SendRefusal | null {
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
