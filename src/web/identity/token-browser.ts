import {
  REFRESH_BEFORE_EXPIRY_SECONDS,
  TOKEN_KEY,
  TOKEN_LIFE_SECONDS,
} from '#domain/identity/session-limits.ts'

/** An interface, so that tests can replace the browser. */
export type TokenBrowser = {
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Milliseconds that never jump, but may stop while the machine sleeps. */
  monotonic(): number
  /** Milliseconds of the device's clock, which may be wrong or be set. */
  wall(): number
  /** Returns how to cancel. */
  after(milliseconds: number, callback: () => void): () => void
  isOnline(): boolean
  isPhone(): boolean
  /** Another tab's change; `key` is null when all was cleared. Returns the unsubscribe function. */
  onStorage(callback: (change: { key: string | null; value: string | null }) => void): () => void
  /** The page is visible again, or the network has returned. Returns the unsubscribe function. */
  onReturn(callback: () => void): () => void
  /** False when another tab holds the lock and the task was not run. */
  exclusively(task: () => Promise<void>): Promise<boolean>
}

const LOCK = 'thervu-token-refresh'

export function pageBrowser(): TokenBrowser {
  return {
    local: localStorage,
    session: sessionStorage,
    fetch: (path, init) => fetch(path, init),
    monotonic: () => performance.now(),
    wall: () => Date.now(),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    isOnline: () => navigator.onLine,
    isPhone,
    onStorage(callback) {
      return listen(window, 'storage', (event) => {
        const { key, newValue, storageArea } = event as StorageEvent
        if (storageArea === localStorage) callback({ key, value: newValue })
      })
    },
    onReturn(callback) {
      const stops = [
        listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && callback()),
        listen(window, 'online', callback),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    exclusively,
  }
}

function isPhone() {
  const hints = (navigator as { userAgentData?: { mobile: boolean } }).userAgentData
  return hints?.mobile ?? /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent)
}

function listen(target: EventTarget, name: string, callback: (event: Event) => unknown) {
  target.addEventListener(name, callback)
  return () => target.removeEventListener(name, callback)
}

/** Web Locks exist only over https and on localhost; elsewhere each tab refreshes for itself. */
async function exclusively(task: () => Promise<void>) {
  if (!navigator.locks) {
    await task()
    return true
  }
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await task()
    return lock !== null
  })
}

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
