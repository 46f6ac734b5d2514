import { backOffSeconds, callAuth } from './auth-call.ts'
import type { TokenBrowser } from './token-browser.ts'

/** In session storage, because logging out clears all local storage. */
const REMINDER = 'signOutPending'

export type SignOut = {
  /** Clears all local storage at once, then tells the server; resolves whether or not that succeeded. */
  start(): Promise<void>
  /** Retries a logout that did not reach the server; returns how to stop. */
  finish(): () => void
  /** Waits for a running request and cancels the retries: a new sign-in ends the old session itself. */
  forget(): Promise<void>
}

export function createSignOut(browser: TokenBrowser): SignOut {
  let running: Promise<void> | null = null

  function tell() {
    running ??= callAuth(browser, 'logout', { method: 'POST', keepalive: true })
      .then((answer) => {
        if (answer && answer.status < 300) browser.session.removeItem(REMINDER)
      })
      .finally(() => {
        running = null
      })
    return running
  }

  function finish() {
    let failures = 0
    let stopped = false
    let cancelTimer = () => {}
    async function tryAgain() {
      cancelTimer()
      if (stopped) return
      if (!browser.session.getItem(REMINDER)) return stop()
      await tell()
      failures += 1
      cancelTimer()
      if (!stopped) cancelTimer = browser.after(backOffSeconds(failures) * 1000, tryAgain)
    }
    const stopListening = browser.onReturn(tryAgain)
    function stop() {
      stopped = true
      cancelTimer()
      stopListening()
    }
    void tryAgain()
    return stop
  }

  return {
    async start() {
      browser.local.clear()
      browser.session.setItem(REMINDER, 'yes')
      await tell()
    },
    finish,
    async forget() {
      await running
      browser.session.removeItem(REMINDER)
    },
  }
}
