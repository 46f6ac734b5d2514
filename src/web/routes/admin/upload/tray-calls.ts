import { ALL_SUBJECTS, type Paper } from '#domain/catalogue/paper.ts'
import { isPassing, STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { TrayFile, Twin } from '#domain/tray/tray.ts'
import { authorizedFetch, fetchInTime } from '../admin-client.ts'
import { DATABASE_RETRY_LIMIT, sendWithRetry } from '../retry.ts'
import type { Failure, TrayRow } from './tray-row.ts'
import { missingOf } from './tray-row.ts'

type Refused = { code?: string; detail?: string; field?: string }
type SignIn = () => Promise<void>

/** Everything that is on the server's tray, or null when it cannot be asked. */
export async function fetchTray(signIn: SignIn): Promise<TrayFile[] | null> {
  const answer = await call('/tray', {}, signIn)
  return answer?.ok ? ((await answer.json()) as { files: TrayFile[] }).files : null
}

/** The papers that are there already, by the row's name; null without a network. */
export async function askTwins(rows: TrayRow[], signIn: SignIn): Promise<Record<string, Twin[]> | null> {
  const files = rows.map((row) => ({
    key: row.uploadId,
    ...(row.sha256 ? { sha256: row.sha256 } : {}),
    ...(row.step === 'arrived' && missingOf(row).length === 0 ? likeness(row) : {}),
  }))
  // Without an answer it is asked again soon.
  const answer = await call('/twins', { method: 'POST', json: { files }, limit: 0 }, signIn)
  if (!answer || isPassing(answer.status)) return null
  return answer.ok ? ((await answer.json()) as { twins: Record<string, Twin[]> }).twins : {}
}

/** Publishes one; its failure says why not, and `not-on-the-tray` that the file must be sent again. */
export async function publishRow(
  row: TrayRow,
  signIn: SignIn,
): Promise<{ paper: Paper } | { failure: Failure } | 'not-on-the-tray'> {
  const { subject, referenceLink, ...fields } = row.fields
  const replace = row.settled?.replace
  const json = {
    ...fields,
    subject: subject || ALL_SUBJECTS,
    referenceLink: referenceLink.trim(),
    ...(replace ? { replace } : {}),
  }
  const answer = await call(
    `/tray/${row.uploadId}/publication`,
    { method: 'POST', json, limit: STORAGE_RETRY_LIMIT },
    signIn,
  )
  if (!answer) return { failure: NO_NETWORK }
  if (answer.ok) return { paper: (await answer.json()) as Paper }
  const refused = await readRefusal(answer)
  return refused.code === 'not-on-the-tray' ? 'not-on-the-tray' : { failure: failureOf(refused) }
}

/** The paper that an upload has become, or null. */
export async function findPublished(uploadId: string, signIn: SignIn): Promise<Paper | null> {
  const answer = await call(`/uploads/${uploadId}`, {}, signIn)
  return answer?.ok ? ((await answer.json()) as Paper) : null
}

/** Takes a file off the server's tray. */
export async function takeOff(uploadId: string, signIn: SignIn): Promise<boolean> {
  const limit = STORAGE_RETRY_LIMIT
  return (await call(`/tray/${uploadId}`, { method: 'DELETE', limit }, signIn))?.ok === true
}

/** Brings a paper back from the bin; gives back why not, or null. */
export async function restorePaper(id: string, signIn: SignIn): Promise<string | null> {
  const answer = await call(`/papers/${id}/restoration`, { method: 'POST' }, signIn)
  if (!answer) return NO_NETWORK.sentence
  return answer.ok ? null : failureOf(await readRefusal(answer)).sentence
}

/** The picture of page 1, or null. */
export async function fetchPageOne(uploadId: string): Promise<Blob | null> {
  const answer = await authorizedFetch(`/api/admin/tray/${uploadId}/thumbnail`).catch(() => null)
  return answer?.ok ? await answer.blob() : null
}

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

function likeness({ fields: { title, degree, subject, month, year } }: TrayRow) {
  return { title: title.trim(), degree, subject: subject || ALL_SUBJECTS, month, year }
}

/** What fails in passing is tried again, an ended session asks for the password; null without a network or when stopped. */
async function call(
  path: string,
  { method = 'GET', json, limit = DATABASE_RETRY_LIMIT }: { method?: string; json?: unknown; limit?: number },
  signInAgain: SignIn,
): Promise<Response | null> {
  const init: RequestInit = { method }
  if (json !== undefined) {
    init.body = JSON.stringify(json)
    init.headers = { 'Content-Type': 'application/json' }
  }
  const sent = await sendWithRetry(fetchInTime(`/api/admin${path}`, init), { limit, signInAgain })
  return sent.answer
}
