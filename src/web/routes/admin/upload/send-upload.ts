import type { Paper } from '#domain/catalogue/paper.ts'
import { isPassing, UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { tokenForCall } from '#web/identity/stored-token.ts'
import { authorizedFetch, waitAfter } from '../admin-client.ts'

export type UploadRefusal = { sentence: string; field?: string }
export type UploadOutcome = { paper: Paper } | { refusal: UploadRefusal } | 'cancelled'

type Call = { status: number; body: Record<string, unknown>; retryAfter: number }

/**
 * Sends one paper. What fails in passing is tried again for ten minutes, after asking whether it has arrived, so that
 * nothing is sent or stored twice; an ended session asks for the password and goes on.
 */
export async function sendUpload(
  form: FormData,
  options: {
    onProgress: (sent: number, total: number) => void
    signInAgain: () => Promise<void>
    signal: AbortSignal
  },
): Promise<UploadOutcome> {
  const uploadId = crypto.randomUUID()
  const end = performance.now() + UPLOAD_RETRY_LIMIT
  for (let failures = 0; ; ) {
    if (options.signal.aborted) return 'cancelled'
    if (failures > 0) {
      const arrived = await findArrived(uploadId)
      if (arrived) return { paper: arrived }
    }
    const call = await post(form, uploadId, options)
    if (options.signal.aborted) return 'cancelled'
    if (call?.status === 201) return { paper: call.body as Paper }
    if (call?.status === 401) {
      await options.signInAgain()
      continue
    }
    if (call && !isPassing(call.status)) return { refusal: refusalOf(call) }
    failures += 1
    const pause = Math.max(waitAfter(failures), (call?.retryAfter ?? 0) * 1000)
    if (call?.status === 507 || performance.now() + pause > end)
      return { refusal: call ? refusalOf(call) : NO_NETWORK }
    await waitUnlessCancelled(pause, options.signal)
  }
}

const NO_NETWORK = {
  sentence: 'The site could not be reached. Check your connection and upload again; what you typed is kept.',
}

function refusalOf({ body }: Call): UploadRefusal {
  return {
    sentence:
      typeof body.detail === 'string' ? body.detail : 'The server did not answer as expected; try again.',
    field: typeof body.field === 'string' ? body.field : undefined,
  }
}

async function findArrived(uploadId: string): Promise<Paper | null> {
  const answer = await authorizedFetch(`/api/admin/uploads/${uploadId}`).catch(() => null)
  return answer?.ok ? ((await answer.json()) as Paper) : null
}

/** One try; null when there was no answer. XMLHttpRequest, because fetch does not tell how much was sent. */
async function post(
  form: FormData,
  uploadId: string,
  { onProgress, signal }: { onProgress: (sent: number, total: number) => void; signal: AbortSignal },
): Promise<Call | null> {
  const token = await tokenForCall()
  return await new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/admin/papers')
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
