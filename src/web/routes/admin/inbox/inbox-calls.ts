import { isTransient, STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { Duplicate, InboxChange, InboxChanges, InboxFile, InboxGone } from '#domain/inbox/inbox.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import type { ReadingPace } from '#domain/recognition/time-left.ts'
import { type CallOptions, callAdmin, guardedFetch } from '../client/call-admin.ts'
import { asCallError, type CallError } from '../client/call-error.ts'
import { namedUpload, newUploadId, sendFiles } from '../client/send-files.ts'
import { type Failure, type InboxRow, isOfState, missingOf } from './inbox-row.ts'

/** Since a version, or everything; null when it cannot be fetched now. */
export async function fetchChanges(
  after: number | null,
): Promise<(InboxChanges & { pace: ReadingPace }) | null> {
  const query = after === null ? {} : { after: String(after) }
  return await callAdmin((api) => api.inbox.$get({ query }), { once: true }).catch(nullIfRefused)
}

/** Null when it cannot be fetched now. */
export async function fetchWaiting(): Promise<number | null> {
  const answer = await callAdmin((api) => api.inbox.waiting.$get({}), ONCE_SILENTLY).catch(nullIfRefused)
  return answer?.waiting ?? null
}

export type Saved = { saved: InboxFile[]; changed: InboxFile[]; gone: InboxGone[] }

/** `keepalive` lets it finish while the page is being left; null when it did not arrive. */
export async function postChanges(
  from: string,
  changes: InboxChange[],
  options: CallOptions = {},
): Promise<Saved | { failure: Failure } | null> {
  const init = { keepalive: true }
  try {
    return await callAdmin((api) => api.inbox.changes.$post({ json: { from, changes } }, { init }), {
      ...options,
      once: true,
    })
  } catch (error) {
    const refused = asCallError(error)
    if (isUnanswered(refused)) return null
    return refused.code === 'changed-meanwhile' ? (refused.told as Saved) : { failure: failureOf(refused) }
  }
}

/** By upload id; null without a network. */
export async function askDuplicates(rows: InboxRow[]): Promise<Record<string, Duplicate[]> | null> {
  const files = rows.map((row) => ({
    key: row.uploadId,
    ...(row.sha256 ? { sha256: row.sha256 } : {}),
    ...(row.step === 'arrived' && missingOf(row).length === 0 ? likeness(row) : {}),
  }))
  try {
    // Without an answer it is asked again soon.
    return (await callAdmin((api) => api.duplicates.$post({ json: { files } }), { once: true })).duplicates
  } catch (error) {
    return isUnanswered(asCallError(error)) ? null : {}
  }
}

/** `not-in-inbox`: the file must be uploaded again; `changed`: somebody else has changed the row meanwhile. */
export async function publishRow(
  row: InboxRow,
): Promise<{ paper: Paper } | { failure: Failure } | { changed: InboxFile } | 'not-in-inbox'> {
  const { subject, referenceLink, ...fields } = row.fields
  const replace = row.settled?.replace
  const json = {
    ...fields,
    subject: subject || ALL_SUBJECTS,
    referenceLink: referenceLink.trim(),
    ...(replace ? { replace } : {}),
    ...(row.known ? { version: row.known.version } : {}),
    ...(row.isLocked && row.unlocked ? { unlocked: true } : {}),
    ...(row.hiding?.hidden && !replace && row.hiding),
  }
  const param = { uploadId: row.uploadId }
  try {
    const paper = await callAdmin(
      (api) => api.inbox[':uploadId'].publication.$post({ param, json }),
      FILES_MOVE,
    )
    return { paper }
  } catch (error) {
    const refused = asCallError(error)
    if (refused.told.current) return { changed: refused.told.current as InboxFile }
    return refused.code === 'not-in-inbox' ? 'not-in-inbox' : { failure: failureOf(refused) }
  }
}

/** Takes a file off the server's inbox; whether that was done. */
export async function takeOff(uploadId: string): Promise<boolean> {
  const taken = callAdmin((api) => api.inbox[':uploadId'].$delete({ param: { uploadId } }), FILES_MOVE)
  return (await taken.then(() => true).catch(nullIfRefused)) ?? false
}

/** The reason why not, or null. */
export async function restorePaper(id: string): Promise<string | null> {
  return await callAdmin((api) => api.papers[':id'].restoration.$post({ param: { id } })).then(
    () => null,
    (error) => failureOf(asCallError(error)).sentence,
  )
}

export async function fetchPageOne(uploadId: string): Promise<Blob | null> {
  const answer = await guardedFetch(`/api/admin/inbox/${uploadId}/thumbnail`, {}, ONCE_SILENTLY).catch(
    nullIfRefused,
  )
  return answer?.ok ? await answer.blob() : null
}

/** Rendered by the server, which stores nothing of it. */
export async function renderPageOne(file: File): Promise<Blob | null> {
  const upload = { file, uploadId: newUploadId(), begun: false }
  const use = { method: 'POST', path: '/first-pages', json: namedUpload(upload) } as const
  const answer = await sendFiles([upload], use, { silent: true }).catch(nullIfRefused)
  return (await answer?.blob()) ?? null
}

/** A picture or a count is not worth a password dialog. */
const ONCE_SILENTLY: CallOptions = { once: true, silent: true }
const FILES_MOVE: CallOptions = { limit: STORAGE_RETRY_LIMIT }

function isUnanswered({ status }: CallError) {
  return status === 0 || isTransient(status)
}

function nullIfRefused(error: unknown): null {
  asCallError(error)
  return null
}

function failureOf({ status, message, field }: CallError): Failure {
  return status === 0
    ? { sentence: 'The site could not be reached; nothing is lost.', again: true, noNetwork: true }
    : { sentence: message, field, again: true }
}

function likeness({
  fields: { referenceLink: _, syllabus: _none, board, title, subject, ...fields },
}: InboxRow) {
  const named = { title: title.trim(), ...(isOfState(fields.degree) && { board }) }
  return { ...fields, ...named, subject: subject || ALL_SUBJECTS }
}
