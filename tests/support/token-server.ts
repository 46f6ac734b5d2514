import { vi } from 'vitest'
import { createStoredToken, type SignedOut } from '#web/identity/stored-token.ts'
import type { FakeTab } from './fake-browser.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND

let issued = 0
/** A new token, different from all before. */
export function newToken(lifeSeconds = 900) {
  issued += 1
  const payload = btoa(JSON.stringify({ iat: 1000, exp: 1000 + lifeSeconds, number: issued }))
  return Response.json({ accessToken: `header.${payload}.signature`, expiresIn: lifeSeconds })
}

/** What a call without a network does. */
export function noNetwork(): Response {
  throw new TypeError('Failed to fetch')
}

/** A server that never answers: the call ends when it is given up. */
export function silence(_path: string, signal: AbortSignal) {
  return new Promise<Response>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  )
}

/** A problem document. */
export function refusal(status: number, code: string, detail: string, extra = {}) {
  return Response.json({ code, detail, ...extra }, { status })
}

/** A tab that has signed in and keeps its token fresh. */
export async function signedIn(tab: FakeTab) {
  const token = createStoredToken(tab)
  tab.answer = () => newToken()
  await token.signIn('meena@example.in', 'violet tram seven puddle')
  const reasons: SignedOut[] = []
  const keeper = token.keepTokenFresh({ onSignedOut: (reason) => reasons.push(reason) })
  tab.calls.length = 0
  return { token, reasons, keeper }
}

/** The seconds, from now, at which the tab calls the server during some minutes. */
export async function timesOfCalls(tab: FakeTab, minutes: number) {
  const times: number[] = []
  for (let second = 1; second <= minutes * 60; second++) {
    const before = tab.calls.length
    await vi.advanceTimersByTimeAsync(SECOND)
    if (tab.calls.length > before) times.push(second)
  }
  return times
}
