/** What the stored token needs of a browser, so that tests can be one. */
export type TokenBrowser = {
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Milliseconds that never jump, but may stand still while the machine sleeps. */
  monotonic(): number
  /** Milliseconds of the device's clock, which may be wrong or be set. */
  wall(): number
  /** Calls back after some milliseconds unless the returned function is called before. */
  after(milliseconds: number, callback: () => void): () => void
  isOnline(): boolean
  isPhone(): boolean
  /** Calls back on another tab's change of local storage (`key` is null when all was cleared); returns how to stop. */
  onStorage(callback: (change: { key: string | null; value: string | null }) => void): () => void
  /** Calls back when the page is seen again or the network returns; returns how to stop. */
  onReturn(callback: () => void): () => void
  /** Runs a task unless another tab is running one; false when it was not run. */
  exclusively(task: () => Promise<void>): Promise<boolean>
}

const LOCK = 'thervu-token-refresh'

/** The browser that this page is in. */
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
