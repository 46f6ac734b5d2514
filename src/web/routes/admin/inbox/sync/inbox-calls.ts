import { isPassing, STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { Duplicate, InboxChange, InboxChanges, InboxFile, InboxGone } from '#domain/inbox/inbox.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import {
  type CallOptions,
  fetchOnce,
  guardedFetch,
  sendGuarded,
} from '#web/routes/admin/client/guarded-fetch.ts'
import { namedUpload, newUploadId, sendFiles } from '#web/routes/admin/client/send-files.ts'
import type { Failure, InboxRow } from '../queue/inbox-row.ts'
import { missingOf } from '../queue/inbox-row.ts'

type Refused = { code?: string; detail?: string; field?: string; current?: InboxFile }

/** Since a version, or everything; null when it cannot be fetched now. */
export async function fetchChanges(after: number | null): Promise<InboxChanges | null> {
  const answer = await once(`/inbox${after === null ? '' : `?after=${after}`}`)
  return answer?.ok ? ((await answer.json()) as InboxChanges) : null
}

/** Null when it cannot be fetched now. */
export async function fetchWaiting(): Promise<number | null> {
  const answer = await guardedFetch('/api/admin/inbox/waiting', {}, ONCE_SILENTLY).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { waiting: number }).waiting : null
}

export type Saved = { saved: InboxFile[]; changed: InboxFile[]; gone: InboxGone[] }

/** `keepalive` lets it finish while the page is being left; null when it did not arrive. */
export async function postChanges(
  from: string,
  changes: InboxChange[],
  options: CallOptions = {},
): Promise<Saved | { failure: Failure } | null> {
  const init = {
    method: 'POST',
    body: JSON.stringify({ from, changes }),
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
  }
  const answer = await once('/inbox/changes', init, options)
  if (!answer || isPassing(answer.status)) return null
  const said = await answer.json().catch(() => ({}))
  return answer.ok || said.code === 'changed-meanwhile' ? (said as Saved) : { failure: failureOf(said) }
}

/** By upload id; null without a network. */
export async function askDuplicates(rows: InboxRow[]): Promise<Record<string, Duplicate[]> | null> {
  const files = rows.map((row) => ({
    key: row.uploadId,
    ...(row.sha256 ? { sha256: row.sha256 } : {}),
    ...(row.step === 'arrived' && missingOf(row).length === 0 ? likeness(row) : {}),
  }))
  // No retry: it is asked again soon.
  const answer = await call('/duplicates', { method: 'POST', json: { files }, once: true })
  if (!answer || isPassing(answer.status)) return null
  return answer.ok ? ((await answer.json()) as { duplicates: Record<string, Duplicate[]> }).duplicates : {}
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
  }
  const answer = await call(`/inbox/${row.uploadId}/publication`, {
    method: 'POST',
    json,
    limit: STORAGE_RETRY_LIMIT,
  })
  if (!answer) return { failure: NO_NETWORK }
  if (answer.ok) return { paper: (await answer.json()) as Paper }
  const refused = await readRefusal(answer)
  if (refused.current) return { changed: refused.current }
  return refused.code === 'not-in-inbox' ? 'not-in-inbox' : { failure: failureOf(refused) }
}

/** False when it failed; the file stays on the server then. */
export async function takeOff(uploadId: string): Promise<boolean> {
  const limit = STORAGE_RETRY_LIMIT
  return (await call(`/inbox/${uploadId}`, { method: 'DELETE', limit }))?.ok === true
}

/** The reason why not, or null. */
export async function restorePaper(id: string): Promise<string | null> {
  const answer = await call(`/papers/${id}/restoration`, { method: 'POST' })
  if (!answer) return NO_NETWORK.sentence
  return answer.ok ? null : failureOf(await readRefusal(answer)).sentence
}

export async function fetchPageOne(uploadId: string): Promise<Blob | null> {
  const answer = await guardedFetch(`/api/admin/inbox/${uploadId}/thumbnail`, {}, ONCE_SILENTLY).catch(
    () => null,
  )
  return answer?.ok ? await answer.blob() : null
}

/** Drawn by the server, which stores nothing of it. */
export async function drawPageOne(file: File): Promise<Blob | null> {
  const upload = { file, uploadId: newUploadId(), begun: false }
  const use = { method: 'POST', path: '/first-pages', json: namedUpload(upload) } as const
  const { answer } = await sendFiles([upload], use, { silent: true })
  return answer?.ok ? await answer.blob() : null
}

/** A picture or a count is not worth a password dialog. */
const ONCE_SILENTLY: CallOptions = { once: true, silent: true }

const NO_NETWORK: Failure = {
  sentence: 'The site could not be reached; nothing is lost.',
  again: true,
  noNetwork: true,
}

function failureOf({ detail, field }: Refused): Failure {
  return { sentence: detail ?? 'The server did not answer as expected; try again.', field, again: true }
}

async function readRefusal(answer: Response): Promise<Refused> {
  return await answer.json().catch(() => ({}))
}

function likeness({ fields: { title, degree, subject, month, year } }: InboxRow) {
  return { title: title.trim(), degree, subject: subject || ALL_SUBJECTS, month, year }
}

/** No retry, but a password dialog when the session has ended; null without a response. */
async function once(path: string, init: RequestInit = {}, options: CallOptions = {}) {
  return (await sendGuarded(fetchOnce(`/api/admin${path}`, init), { ...options, once: true })).answer
}

type Call = CallOptions & { method?: string; json?: unknown }

/** With retries and the password dialog; null without a network or when stopped. */
async function call(path: string, { method = 'GET', json, ...options }: Call = {}) {
  const init: RequestInit = { method }
  if (json !== undefined) {
    init.body = JSON.stringify(json)
    init.headers = { 'Content-Type': 'application/json' }
  }
  return (await sendGuarded(fetchOnce(`/api/admin${path}`, init), options)).answer
}
