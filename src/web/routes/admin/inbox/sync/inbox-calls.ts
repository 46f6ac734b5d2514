import { isPassing, STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { Duplicate, InboxChange, InboxChanges, InboxFile, InboxGone } from '#domain/inbox/inbox.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import { authorizedFetch, fetchInTime } from '#web/routes/admin/admin-client.ts'
import { DATABASE_RETRY_LIMIT, sendWithRetry } from '#web/routes/admin/retry.ts'
import type { Failure, InboxRow } from '../queue/inbox-row.ts'
import { missingOf } from '../queue/inbox-row.ts'

type Refused = { code?: string; detail?: string; field?: string; current?: InboxFile }
type SignIn = () => Promise<void>

/** What has changed on the server's inbox after a version, or everything; null when it cannot be asked now. */
export async function fetchChanges(after: number | null, signIn: SignIn): Promise<InboxChanges | null> {
  const answer = await once(`/inbox${after === null ? '' : `?after=${after}`}`, signIn)
  return answer?.ok ? ((await answer.json()) as InboxChanges) : null
}

/** How many files wait on the server's inbox, or null when it cannot be asked now. */
export async function fetchWaiting(): Promise<number | null> {
  const answer = await authorizedFetch('/api/admin/inbox/waiting').catch(() => null)
  return answer?.ok ? ((await answer.json()) as { waiting: number }).waiting : null
}

export type Saved = { saved: InboxFile[]; changed: InboxFile[]; gone: InboxGone[] }

/** Saves changes once, also while the page is being left; null when they did not arrive, a failure when refused. */
export async function postChanges(
  from: string,
  changes: InboxChange[],
  signIn: SignIn,
): Promise<Saved | { failure: Failure } | null> {
  const answer = await once('/inbox/changes', signIn, {
    method: 'POST',
    body: JSON.stringify({ from, changes }),
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
  })
  if (!answer || isPassing(answer.status)) return null
  const said = await answer.json().catch(() => ({}))
  return answer.ok || said.code === 'changed-meanwhile' ? (said as Saved) : { failure: failureOf(said) }
}

/** The papers that are there already, by the row's name; null without a network. */
export async function askDuplicates(
  rows: InboxRow[],
  signIn: SignIn,
): Promise<Record<string, Duplicate[]> | null> {
  const files = rows.map((row) => ({
    key: row.uploadId,
    ...(row.sha256 ? { sha256: row.sha256 } : {}),
    ...(row.step === 'arrived' && missingOf(row).length === 0 ? likeness(row) : {}),
  }))
  // Without an answer it is asked again soon.
  const answer = await call('/duplicates', { method: 'POST', json: { files }, limit: 0 }, signIn)
  if (!answer || isPassing(answer.status)) return null
  return answer.ok ? ((await answer.json()) as { duplicates: Record<string, Duplicate[]> }).duplicates : {}
}

/**
 * Publishes one; its failure says why not, `not-in-inbox` that the file must be sent again, `changed` what somebody
 * else has made of the row meanwhile.
 */
export async function publishRow(
  row: InboxRow,
  signIn: SignIn,
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
  const answer = await call(
    `/inbox/${row.uploadId}/publication`,
    { method: 'POST', json, limit: STORAGE_RETRY_LIMIT },
    signIn,
  )
  if (!answer) return { failure: NO_NETWORK }
  if (answer.ok) return { paper: (await answer.json()) as Paper }
  const refused = await readRefusal(answer)
  if (refused.current) return { changed: refused.current }
  return refused.code === 'not-in-inbox' ? 'not-in-inbox' : { failure: failureOf(refused) }
}

/** The paper that an upload has become, or null. */
export async function findPublished(uploadId: string, signIn: SignIn): Promise<Paper | null> {
  const answer = await call(`/uploads/${uploadId}`, {}, signIn)
  return answer?.ok ? ((await answer.json()) as Paper) : null
}

/** Takes a file off the server's inbox. */
export async function takeOff(uploadId: string, signIn: SignIn): Promise<boolean> {
  const limit = STORAGE_RETRY_LIMIT
  return (await call(`/inbox/${uploadId}`, { method: 'DELETE', limit }, signIn))?.ok === true
}

/** Brings a paper back from the bin; gives back why not, or null. */
export async function restorePaper(id: string, signIn: SignIn): Promise<string | null> {
  const answer = await call(`/papers/${id}/restoration`, { method: 'POST' }, signIn)
  if (!answer) return NO_NETWORK.sentence
  return answer.ok ? null : failureOf(await readRefusal(answer)).sentence
}

/** The picture of page 1, or null. */
export async function fetchPageOne(uploadId: string): Promise<Blob | null> {
  const answer = await authorizedFetch(`/api/admin/inbox/${uploadId}/thumbnail`).catch(() => null)
  return answer?.ok ? await answer.blob() : null
}

/** Page 1 of a file that has not been sent, drawn by the server, which keeps nothing of it; null when it cannot be. */
export async function drawPageOne(file: File): Promise<Blob | null> {
  const body = new FormData()
  body.set('file', file, file.name)
  const answer = await call('/first-pages', { method: 'POST', body }, WITHOUT_ASKING)
  return answer?.ok ? await answer.blob() : null
}

/** A picture is not worth asking for the password: what must be saved asks for it. */
const WITHOUT_ASKING = () => new Promise<void>(() => {})

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

/** One try, but for the password when the session has ended; null when nobody answered. */
async function once(path: string, signInAgain: SignIn, init: RequestInit = {}): Promise<Response | null> {
  return (await sendWithRetry(fetchInTime(`/api/admin${path}`, init), { limit: 0, signInAgain })).answer
}

type Call = { method?: string; json?: unknown; body?: FormData; limit?: number }

/** What fails in passing is tried again, an ended session asks for the password; null without a network or when stopped. */
async function call(
  path: string,
  { method = 'GET', json, body, limit = DATABASE_RETRY_LIMIT }: Call,
  signInAgain: SignIn,
): Promise<Response | null> {
  const init: RequestInit = { method, body }
  if (json !== undefined) {
    init.body = JSON.stringify(json)
    init.headers = { 'Content-Type': 'application/json' }
  }
  const sent = await sendWithRetry(fetchInTime(`/api/admin${path}`, init), { limit, signInAgain })
  return sent.answer
}
