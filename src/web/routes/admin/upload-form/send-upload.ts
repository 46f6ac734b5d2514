import { SCRIPTS_HEADER } from '#domain/files/remove-scripts.ts'
import { UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { fetchOnce, sendGuarded } from '../client/guarded-fetch.ts'
import { sendForm } from './send-form.ts'

export type UploadRefusal = { sentence: string; field?: string; code?: string }
export type UploadOutcome = { paper: Paper } | { refusal: UploadRefusal } | 'cancelled'
/** `noNetwork` when the site could not be reached at all. */
export type SendRefusal = UploadRefusal & { noNetwork?: true }

type SendOptions = {
  onProgress: (sent: number, total: number) => void
  /** Called when it begins to be tried again, and when that is over; `saysItself` as for `sendGuarded`. */
  onRetrying: (isRetrying: boolean) => void
  saysItself?: boolean
  signal: AbortSignal
  /** Lets the server take the scripts out of the PDF. */
  withoutScripts?: boolean
}
/** Where a body goes, under which name, and where to ask whether it has arrived. */
type Sent = { to: string; arrivedAt: string; uploadId: string; form: FormData; mayHaveArrived?: boolean }

/** Sends one paper with its fields, as `sendBody` does. */
export async function sendUpload(form: FormData, options: SendOptions): Promise<UploadOutcome> {
  const uploadId = crypto.randomUUID()
  const sent = { to: '/api/admin/papers', arrivedAt: `/api/admin/uploads/${uploadId}`, uploadId, form }
  const outcome = await sendBody<Paper>(sent, options)
  return typeof outcome === 'object' && 'body' in outcome ? { paper: outcome.body } : outcome
}

/**
 * Sends one body. What fails in passing is tried again for ten minutes, after asking whether it has arrived, so that
 * nothing is sent or stored twice; an ended session asks for the password and goes on.
 */
export async function sendBody<Body>(
  { to, arrivedAt, uploadId, form, mayHaveArrived }: Sent,
  { onProgress, withoutScripts, ...options }: SendOptions,
): Promise<{ body: Body } | { refusal: SendRefusal } | 'cancelled'> {
  const headers = { 'Upload-Id': uploadId, ...(withoutScripts && { [SCRIPTS_HEADER]: 'remove' }) }
  const { answer, stopped } = await sendGuarded(
    ({ signal }) => sendForm({ method: 'POST', to, headers, form, onProgress, signal }),
    { ...options, limit: UPLOAD_RETRY_LIMIT, mayHaveArrived, findArrived: fetchOnce(arrivedAt) },
  )
  if (stopped) return 'cancelled'
  if (!answer) return { refusal: NO_NETWORK }
  const body = await answer.json().catch(() => ({}))
  return answer.ok ? { body: body as Body } : { refusal: refusalOf(body) }
}

const NO_NETWORK: SendRefusal = {
  noNetwork: true,
  sentence: 'The site could not be reached. Check your connection and upload again; what you typed is kept.',
}

function refusalOf(body: Record<string, unknown>): SendRefusal {
  return {
    code: typeof body.code === 'string' ? body.code : undefined,
    sentence:
      typeof body.detail === 'string' ? body.detail : 'The server did not answer as expected; try again.',
    field: typeof body.field === 'string' ? body.field : undefined,
  }
}
