import { hc } from 'hono/client'
import type { AdminApi } from '#server/api/admin/admin.ts'
import { leaveDisabled, tokenForCall } from '#web/identity/stored-token.ts'
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
  await leaveIfDisabled(answer)
  return answer
}

/**
 * Whom an answer tells that the account has been disabled is signed out at once, as the specification has it. The
 * session stays on the server, where it is good for nothing, so that /login knows why somebody comes.
 */
export async function leaveIfDisabled(answer: Response): Promise<void> {
  if (answer.status !== 403) return
  const { code } = await answer
    .clone()
    .json()
    .catch(() => ({ code: '' }))
  if (code !== 'user-disabled') return
  leaveDisabled()
  location.assign('/login')
}

/** Says what a refused call has to say. */
export async function sentenceOf(answer: { json(): Promise<unknown> }): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { detail?: string } | null
  return body?.detail ?? 'The server did not answer as expected; try again.'
}
