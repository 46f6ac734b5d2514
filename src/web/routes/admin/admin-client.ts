import { hc } from 'hono/client'
import type { AdminApi } from '#server/api/admin.ts'
import { signOut, tokenForCall } from '#web/identity/stored-token.ts'
import { DATABASE_RETRY_LIMIT, sendWithRetry, type Try } from './retry.ts'

/** Calls the administrator's API with the stored token; what fails in passing is tried again for ten seconds. */
export const admin = hc<AdminApi>('/api/admin', {
  async fetch(input: RequestInfo | URL, init?: RequestInit) {
    const options = { limit: DATABASE_RETRY_LIMIT }
    const { answer, stopped } = await sendWithRetry(fetchInTime(input, init), options)
    if (answer) return answer
    throw stopped ? new DOMException('Stopped', 'AbortError') : new TypeError('Nobody answered')
  },
})

/** One try of a call with the stored token, given up when the time for all tries is over. */
export function fetchInTime(input: RequestInfo | URL, init?: RequestInit) {
  return ({ signal, left }: Try) =>
    authorizedFetch(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(left)]) })
}

/** One call with the stored token. */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = await tokenForCall()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const answer = await fetch(input, { ...init, headers, credentials: 'same-origin', cache: 'no-store' })
  if (answer.status === 403) void leaveWhenDisabled(answer.clone())
  return answer
}

/** Who has been disabled meanwhile is signed out at once, as the specification has it. */
async function leaveWhenDisabled(answer: Response) {
  const { code } = await answer.json().catch(() => ({ code: '' }))
  if (code !== 'user-disabled') return
  void signOut()
  location.assign('/login')
}

/** Says what a refused call has to say. */
export async function sentenceOf(answer: { json(): Promise<unknown> }): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { detail?: string } | null
  return body?.detail ?? 'The server did not answer as expected; try again.'
}
