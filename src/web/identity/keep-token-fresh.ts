import { describeCode } from '#domain/identity/messages.ts'
import { BACK_OFF_SECONDS, TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { backOffSeconds, callAuth } from './auth-call.ts'
import { saysDisabled, tellDisabled } from './tell-disabled.ts'
import type { TokenBrowser } from './token-browser.ts'
import type { TokenTimes } from './token-times.ts'

export type SignedOut = { code: 'user-token-expired' | 'user-disabled' | 'not-signed-in'; message: string }
export type Keeper = {
  stop(): void
  /** Resolves when no refresh is in progress. */
  idle(): Promise<void>
}

/** Renews the stored token before it expires until stopped or signed out; `onSignedOut` is called at most once. */
export function createKeeper(
  browser: TokenBrowser,
  receipts: TokenTimes,
  onSignedOut: (reason: SignedOut) => void,
): Keeper {
  let failures = 0
  let stopped = false
  let running: Promise<void> | null = null
  let cancelTimer = () => {}
  const stopListening = [browser.onStorage(follow), browser.onReturn(refreshIfDue)]

  function wait(milliseconds: number) {
    cancelTimer()
    if (!stopped) cancelTimer = browser.after(Math.max(0, milliseconds), refresh)
  }

  /** Never at once after a success, whatever lifetime the server may give. */
  function waitUntilDue() {
    wait(Math.max(receipts.dueIn(), BACK_OFF_SECONDS.first * 1000))
  }

  function refreshIfDue() {
    if (receipts.dueIn() <= 0) refresh()
  }

  function refresh() {
    cancelTimer()
    if (stopped || running) return
    running = renew().finally(() => {
      running = null
    })
  }

  async function renew() {
    const known = receipts.stored()
    if (!known) return leave('not-signed-in')
    const ran = await browser.exclusively(() => renewFrom(known))
    // Another tab is renewing: its result comes by the storage event, unless that tab dies.
    if (!ran) wait(BACK_OFF_SECONDS.first * 1000)
  }

  async function renewFrom(known: string) {
    if (receipts.isFromElsewhere()) return adopt()
    const answer = await callAuth(browser, 'token')
    if (receipts.stored() !== known) return adopt()
    const code = signedOutCode(answer)
    if (code) return leave(code)
    if (answer?.status === 200 && typeof answer.body.accessToken === 'string') {
      receipts.keep(answer.body.accessToken, Number(answer.body.expiresIn))
      failures = 0
      return waitUntilDue()
    }
    failures += 1
    wait(backOffSeconds(failures) * 1000)
  }

  /** For a token that another tab has renewed or removed. */
  function adopt() {
    const token = receipts.stored()
    if (!token) return leave('not-signed-in')
    receipts.note(token)
    failures = 0
    waitUntilDue()
  }

  function follow(change: { key: string | null; value: string | null }) {
    if (saysDisabled(change)) leaveAs('user-disabled')
    else if (change.key === null || change.key === TOKEN_KEY) adopt()
  }

  function leave(code: SignedOut['code']) {
    if (stopped) return
    if (code === 'user-disabled') tellDisabled(browser)
    else browser.local.removeItem(TOKEN_KEY)
    leaveAs(code)
  }

  function leaveAs(code: SignedOut['code']) {
    if (stopped) return
    stop()
    onSignedOut({ code, message: describeCode(code) })
  }

  function stop() {
    stopped = true
    cancelTimer()
    for (const stopOne of stopListening) stopOne()
  }

  if (receipts.dueIn() <= 0) refresh()
  else wait(receipts.dueIn())
  return { stop, idle: async () => void (await running) }
}

function signedOutCode(answer: Awaited<ReturnType<typeof callAuth>>): SignedOut['code'] | null {
  if (answer?.status === 401) return 'user-token-expired'
  return answer?.status === 403 && answer.body.code === 'user-disabled' ? 'user-disabled' : null
}
