import { hc } from 'hono/client'
import { isPassing, STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { AdminApi } from '#server/api/admin.ts'
import { signOut, tokenForCall } from '#web/identity/stored-token.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 16_000

/** Calls the administrator's API with the stored token; what fails in passing is tried again for two minutes. */
export const admin = hc<AdminApi>('/api/admin', {
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    retry(() => authorizedFetch(input, init), STORAGE_RETRY_LIMIT),
})

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

/** Waits, doubling from one second to sixteen, between tries. */
export function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
}

async function retry(call: () => Promise<Response>, limit: number): Promise<Response> {
  const end = performance.now() + limit
  for (let failures = 1; ; failures += 1) {
    const answer = await call().catch((error: unknown) => error)
    const done = answer instanceof Response && !isPassing(answer.status)
    const pause = waitAfter(failures)
    if (done || performance.now() + pause > end) {
      if (answer instanceof Response) return answer
      throw answer
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
