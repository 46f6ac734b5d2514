import {
  REFRESH_BEFORE_EXPIRY_SECONDS,
  TOKEN_KEY,
  TOKEN_LIFE_SECONDS,
} from '#domain/identity/session-limits.ts'
import type { TokenBrowser } from './token-browser.ts'

/** When this page received its token: the token's own times are by the server's clock, not ours. */
export type TokenTimes = {
  stored(): string | null
  /** `expiresIn` in seconds. */
  keep(token: string, expiresIn: number): void
  /** A token that another tab has just stored. */
  note(token: string): void
  /** Another tab has stored a token since this page received its own. */
  isFromElsewhere(): boolean
  /** Milliseconds until renewal; 0 or less when due, or when the token was received before this page. */
  dueIn(): number
}

export function createTokenTimes(browser: TokenBrowser): TokenTimes {
  let last: { token: string; seconds: number; monotonic: number; wall: number } | null = null
  const stored = () => browser.local.getItem(TOKEN_KEY)

  function remember(token: string, seconds: number) {
    last = { token, seconds, monotonic: browser.monotonic(), wall: browser.wall() }
  }

  return {
    stored,
    keep(token, expiresIn) {
      browser.local.setItem(TOKEN_KEY, token)
      remember(token, expiresIn)
    },
    note: (token) => remember(token, lifeOf(token)),
    isFromElsewhere: () => last !== null && last.token !== stored(),
    dueIn() {
      if (!last || last.token !== stored()) return 0
      // The monotonic clock decides; the wall clock only helps where the first one stopped during sleep.
      const passed = Math.max(browser.monotonic() - last.monotonic, browser.wall() - last.wall)
      return (last.seconds - REFRESH_BEFORE_EXPIRY_SECONDS) * 1000 - passed
    },
  }
}

/** In seconds, from the token's own two times. */
function lifeOf(token: string) {
  try {
    const payload = token.split('.')[1] ?? ''
    const { iat, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return exp > iat ? exp - iat : TOKEN_LIFE_SECONDS
  } catch {
    return TOKEN_LIFE_SECONDS
  }
}
