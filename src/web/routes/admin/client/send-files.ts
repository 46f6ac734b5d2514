import { UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { authorization, type CallOptions, fetchOnce, sendGuarded } from './call-admin.ts'
import { readRefusal, unanswered } from './call-error.ts'
import type { Try } from './send-with-retry.ts'

/** Some proxies buffer a whole request: a broken connection loses no more than this. At 4 KB/s it is sent within the
 * time that the server gives one request. */
const CHUNK_BYTES = 2 * 1024 * 1024

/** `begun`: some or all of it may have arrived; `furthest`: the most bytes that a try has sent. */
export type Upload = { file: File; uploadId: string; begun: boolean; furthest?: number }
export type SentUpload = { uploadId: string; name: string; size: number; withoutScripts?: boolean }

type Use = { method: 'POST' | 'PUT'; path: string; json: object; headers?: Record<string, string> }
export type SendOptions = CallOptions & {
  onProgress?: (sent: number, total: number) => void
  /** All bytes are at the server; what they are for comes next. */
  onArrived?: () => void
}

const remembered = new WeakMap<File, Upload>()

/** Keyed by the file: sent again, it resumes where it broke off. */
export function uploadOf(file: File): Upload {
  const upload = remembered.get(file) ?? { file, uploadId: newUploadId(), begun: false }
  remembered.set(file, upload)
  return upload
}

export function namedUpload({ file, uploadId }: Upload, { withoutScripts = false } = {}): SentUpload {
  return { uploadId, name: file.name, size: file.size, ...(withoutScripts && { withoutScripts }) }
}

/** Not randomUUID, which is missing on plain http outside localhost. */
export function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends files, then says what they are for: the one way for all files of the admin area. What fails in passing is tried again
 * until ten minutes have gone without a byte, and goes on where it broke off; what has arrived is not sent again. Throws a
 * `CallError`.
 */
export async function sendFiles(
  uploads: Upload[],
  use: Use,
  { onProgress, onArrived, ...options }: SendOptions,
): Promise<Response> {
  const total = uploads.reduce((sum, { file }) => sum + file.size, 0)
  async function send(one: Try): Promise<Response> {
    if (uploads.every(({ begun }) => begun)) {
      const answer = await sendUse(use, one)
      if (!(await isIncomplete(answer))) return answer
    }
    let before = 0
    for (const upload of uploads) {
      const refused = await sendBytes(upload, one, (sent) => onProgress?.(before + sent, total))
      if (refused) return refused
      before += upload.file.size
    }
    onArrived?.()
    return await sendUse(use, one)
  }
  const { answer, stopped } = await sendGuarded(send, { ...options, limit: UPLOAD_RETRY_LIMIT })
  if (stopped || !answer) throw unanswered(stopped)
  if (!answer.ok) throw await readRefusal(answer)
  return answer
}

/** Empty where it is no document; throws where it did not arrive, since then nobody knows what the answer said. */
async function readBody(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function sendUse({ method, path, json, headers }: Use, one: Try): Promise<Response> {
  const init = { method, headers: { 'Content-Type': 'application/json', ...headers } }
  return fetchOnce(`/api/admin${path}`, { ...init, body: JSON.stringify(json) })(one)
}

async function isIncomplete(answer: Response) {
  if (answer.status !== 409) return false
  return (await readBody(answer.clone())).code === 'upload-incomplete'
}

/** Resumes from the server's offset; returns the response that refused it, or null. */
async function sendBytes(upload: Upload, one: Try, onProgress: (sent: number) => void) {
  const { file, uploadId } = upload
  const address = `/api/admin/uploads/${uploadId}`
  let offset = 0
  if (upload.begun) {
    const answer = await fetchOnce(address)(one)
    if (!answer.ok) return answer
    offset = (await answer.json()).offset
  }
  upload.begun = true
  while (offset < file.size) {
    const from = offset
    const chunk = file.slice(from, from + CHUNK_BYTES)
    const onChunk = (sent: number) => {
      // Bytes that were sent before and did not arrive are none: a server that fails each time is given up.
      if (from + sent > (upload.furthest ?? 0)) {
        upload.furthest = from + sent
        one.progressed()
      }
      onProgress(from + sent)
    }
    const answer = await sendChunk(address, chunk, one, { offset, length: file.size, onProgress: onChunk })
    const said = await readBody(answer.clone())
    if (typeof said.offset !== 'number') return answer
    offset = said.offset
  }
  return null
}

type Chunk = { offset: number; length: number; onProgress: (sent: number) => void }

/** XMLHttpRequest, because fetch reports no upload progress. Throws when there was no response. */
async function sendChunk(address: string, chunk: Blob, one: Try, { offset, length, onProgress }: Chunk) {
  const { signal } = one
  const { Authorization } = await authorization()
  signal.throwIfAborted()
  return await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PATCH', address)
    const begun = performance.now()
    request.timeout = one.left
    request.setRequestHeader('Content-Type', 'application/offset+octet-stream')
    request.setRequestHeader('Upload-Offset', String(offset))
    request.setRequestHeader('Upload-Length', String(length))
    if (Authorization) request.setRequestHeader('Authorization', Authorization)
    let sent = 0
    request.upload.onprogress = ({ loaded }) => {
      if (loaded <= sent) return
      sent = loaded
      onProgress(loaded)
      request.timeout = performance.now() - begun + one.left
    }
    const cancel = () => request.abort()
    signal.addEventListener('abort', cancel, { once: true })
    request.onloadend = () => {
      signal.removeEventListener('abort', cancel)
      if (request.status === 0) return reject(new TypeError('Nobody answered'))
      const retryAfter = request.getResponseHeader('Retry-After')
      const headers: HeadersInit = retryAfter === null ? {} : { 'Retry-After': retryAfter }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.send(chunk)
  })
}
