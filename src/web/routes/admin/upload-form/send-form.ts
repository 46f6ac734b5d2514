import { authorization } from '../client/guarded-fetch.ts'

type FormCall = {
  method: 'POST' | 'PUT'
  to: string
  headers: Record<string, string>
  form: FormData
  onProgress: (sent: number, total: number) => void
  signal: AbortSignal
}

/** Sends files once; throws when nobody answered. XMLHttpRequest, because fetch does not tell how much was sent. */
export async function sendForm({
  method,
  to,
  headers,
  form,
  onProgress,
  signal,
}: FormCall): Promise<Response> {
  const all = { ...headers, ...(await authorization()) }
  signal.throwIfAborted()
  return await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, to)
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total)
    const cancel = () => request.abort()
    signal.addEventListener('abort', cancel, { once: true })
    request.onloadend = () => {
      signal.removeEventListener('abort', cancel)
      if (request.status === 0) return reject(new TypeError('Nobody answered'))
      const retryAfter = request.getResponseHeader('Retry-After')
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
        }),
      )
    }
    request.send(form)
  })
}
