import { NETWORK_TIMEOUT_SECONDS } from '#domain/identity/session-limits.ts'
import type { TokenBrowser } from './token-browser.ts'

/** Null when no response came in time. */
export type Answer = { status: number; body: Record<string, unknown> } | null

/** Calls /api/auth; times out after 30 s, 60 s on a phone, 5 s when offline. Never throws. */
export async function callAuth(browser: TokenBrowser, path: string, init: RequestInit = {}): Promise<Answer> {
  const abort = new AbortController()
  const cancel = browser.after(timeoutSeconds(browser) * 1000, () => abort.abort())
  try {
    const response = await browser.fetch(`/api/auth/${path}`, {
      ...init,
      signal: abort.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    })
    return { status: response.status, body: await readJson(response, abort.signal) }
  } catch {
    return null
  } finally {
    cancel()
  }
}

/** Posts what somebody typed. */
export async function sendTyped(browser: TokenBrowser, path: string, typed: object): Promise<Answer> {
  return await callAuth(browser, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(typed),
  })
}

function timeoutSeconds(browser: TokenBrowser) {
  if (!browser.isOnline()) return NETWORK_TIMEOUT_SECONDS.offline
  return browser.isPhone() ? NETWORK_TIMEOUT_SECONDS.phone : NETWORK_TIMEOUT_SECONDS.desktop
}

async function readJson(response: Response, signal: AbortSignal): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) ?? {}
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  }
}
