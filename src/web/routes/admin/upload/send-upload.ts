import type { Paper } from '#domain/catalogue/paper.ts'
import { isPassing, UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { tokenForCall } from '#web/identity/stored-token.ts'
import { authorizedFetch, waitAfter } from '../admin-client.ts'

export type UploadRefusal = { sentence: string; field?: string }
export type UploadOutcome = { paper: Paper } | { refusal: UploadRefusal } | 'cancelled'
/** `noNetwork` when the site could not be reached at all. */
export type SendRefusal = UploadRefusal & { code?: string; noNetwork?: true }

type SendOptions = {
  onProgress: (sent: number, total: number) => void
  /** Called when a try has failed in passing and the next one is waited for. */
  onPause?: () => void
  signInAgain: () => Promise<void>
  signal: AbortSignal
}
/** Where a body goes, under which name, and where to ask whether it has arrived. */
type Sent = { to: string; arrivedAt: string; uploadId: string; form: FormData; mayHaveArrived?: boolean }
type Call = { status: number; body: Record<string, unknown>; retryAfter: number }

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
  sent: Sent,
  options: SendOptions,
): Promise<{ body: Body } | { refusal: SendRefusal } | 'cancelled'> {
  const end = performance.now() + UPLOAD_RETRY_LIMIT
  for (let failures = 0; ; ) {
    if (options.signal.aborted) return 'cancelled'
    if (failures > 0 || sent.mayHaveArrived) {
      const arrived = await findArrived<Body>(sent.arrivedAt)
      if (arrived) return { body: arrived }
    }
    const call = await post(sent, options)
    if (options.signal.aborted) return 'cancelled'
    if (call?.status === 201 || call?.status === 200) return { body: call.body as Body }
    if (call?.status === 401) {
      await options.signInAgain()
      continue
    }
    if (call && !isPassing(call.status)) return { refusal: refusalOf(call) }
    failures += 1
    const pause = Math.max(waitAfter(failures), (call?.retryAfter ?? 0) * 1000)
    if (call?.status === 507 || performance.now() + pause > end)
      return { refusal: call ? refusalOf(call) : NO_NETWORK }
    options.onPause?.()
    await waitUnlessCancelled(pause, options.signal)
  }
}

const NO_NETWORK: SendRefusal = {
  noNetwork: true,
  sentence: 'The site could not be reached. Check your connection and upload again; what you typed is kept.',
}

function refusalOf({ body }: Call): SendRefusal {
  return {
    code: typeof body.code === 'string' ? body.code : undefined,
    sentence:
      typeof body.detail === 'string' ? body.detail : 'The server did not answer as expected; try again.',
    field: typeof body.field === 'string' ? body.field : undefined,
  }
}

async function findArrived<Body>(address: string): Promise<Body | null> {
  const answer = await authorizedFetch(address).catch(() => null)
  return answer?.ok ? ((await answer.json()) as Body) : null
}

/** One try; null when there was no answer. XMLHttpRequest, because fetch does not tell how much was sent. */
async function post({ to, uploadId, form }: Sent, { onProgress, signal }: SendOptions): Promise<Call | null> {
  const token = await tokenForCall()
  return await new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', to)
    request.setRequestHeader('Upload-Id', uploadId)
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total)
    const cancel = () => request.abort()
    signal.addEventListener('abort', cancel, { once: true })
    request.onloadend = () => {
      signal.removeEventListener('abort', cancel)
      resolve(request.status === 0 ? null : readCall(request))
    }
    request.send(form)
  })
}

function readCall(request: XMLHttpRequest): Call {
  const retryAfter = Number(request.getResponseHeader('Retry-After')) || 0
  try {
    return { status: request.status, body: JSON.parse(request.responseText), retryAfter }
  } catch {
    return { status: request.status, body: {}, retryAfter }
  }
}

function waitUnlessCancelled(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
