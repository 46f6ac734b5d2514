// Longer than other files: signing in, renewing and signing out guard one stored token against each other.
import type { AssertionOptions, PasskeyAssertion } from '#domain/identity/identity.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { BACK_OFF_SECONDS, TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { backOff } from '#domain/time/back-off.ts'
import { callAuth, sendTyped } from './auth-call.ts'
import { createTokenTimes, pageBrowser, type TokenBrowser, type TokenTimes } from './token-browser.ts'

const KEY = 'signedOut'
const DISABLED = 'user-disabled'

/** The other tabs receive the storage event, although nothing stays stored. */
function showDisabledNotice({ local }: Pick<TokenBrowser, 'local'>): void {
  local.setItem(KEY, DISABLED)
  local.clear()
}

/** Two tabs that wrote it at the same moment may have left the key. */
function forgetDisabled({ local }: Pick<TokenBrowser, 'local'>): void {
  local.removeItem(KEY)
}

function saysDisabled({ key, value }: { key: string | null; value: string | null }): boolean {
  return key === KEY && value === DISABLED
}

/** In session storage, because logging out clears all local storage. */
const REMINDER = 'signOutPending'

type SignOut = {
  /** Clears all local storage at once, then tells the server; resolves whether or not that succeeded. */
  start(): Promise<void>
  /** Retries a logout that did not reach the server; returns how to stop. */
  finish(): () => void
  /** Waits for a running request and cancels the retries: a new sign-in ends the old session itself. */
  forget(): Promise<void>
}

function createSignOut(browser: TokenBrowser): SignOut {
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
      if (!stopped) cancelTimer = browser.after(backOff(failures, BACK_OFF_SECONDS) * 1000, tryAgain)
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

export type { SignedOut }
/** `retryAfter` in seconds, with too-many-requests; `secondStep`: what comes next. */
export type SignInResult = { signedIn: true } | { signedIn: false; secondStep: SecondStep } | Refused
/** `codes` of an app are taken; recovery codes always are. */
export type SecondStep = { passkey?: AssertionOptions; codes: boolean }
type ChoosePasskey = (options: AssertionOptions) => Promise<PasskeyAssertion | null>
type Refused = { signedIn: false; code: string; message: string; retryAfter?: number; secondStep?: never }

export function createStoredToken(browser: TokenBrowser) {
  const receipts = createTokenTimes(browser)
  const leaving = createSignOut(browser)
  let keeper: Keeper | null = null
  let isLeaving = false

  async function send(path: string, typed: object): Promise<SignInResult> {
    const answer = await sendTyped(browser, path, typed)
    const { accessToken, expiresIn } = answer?.body ?? {}
    if (answer?.status === 202) {
      const { passkey, codes = true } = Object(answer.body.secondStep)
      return { signedIn: false, secondStep: { passkey, codes } }
    }
    if (answer?.status !== 200 || typeof accessToken !== 'string') return explain(answer?.body ?? {})
    isLeaving = false
    receipts.keep(accessToken, Number(expiresIn))
    return { signedIn: true }
  }

  return {
    readStoredToken: receipts.stored,
    async tokenForCall() {
      await keeper?.idle()
      return receipts.stored()
    },
    async signIn(email: string, password: string): Promise<SignInResult> {
      await leaving.forget()
      return await send('login', { email, password })
    },
    finishSignIn: (code: string) => send('login/code', { code }),
    async finishWithPasskey(options: AssertionOptions, choose: ChoosePasskey): Promise<SignInResult> {
      const passkey = await choose(options)
      return passkey ? await send('login/code', { passkey }) : NONE_CHOSEN
    },
    async signInWithPasskey(choose: ChoosePasskey): Promise<SignInResult> {
      await leaving.forget()
      const answer = await callAuth(browser, 'login/passkey/options', { method: 'POST' })
      if (answer?.status !== 200) return explain(answer?.body ?? {})
      const passkey = await choose(answer.body as AssertionOptions)
      return passkey ? await send('login/passkey', passkey) : NONE_CHOSEN
    },
    isLeaving: () => isLeaving && !receipts.stored(),
    signOut() {
      isLeaving = true
      keeper?.stop()
      return leaving.start()
    },
    leaveDisabled() {
      keeper?.stop()
      showDisabledNotice(browser)
    },
    finishSignOut() {
      forgetDisabled(browser)
      return leaving.finish()
    },
    keepTokenFresh({ onSignedOut }: { onSignedOut(reason: SignedOut): void }): Keeper {
      keeper?.stop()
      keeper = createKeeper(browser, receipts, onSignedOut)
      return keeper
    },
  }
}

const NONE_CHOSEN: Refused = {
  ...{ signedIn: false, code: 'passkey-not-chosen' },
  message: 'No passkey was chosen. Try again, or type your password.',
}

function explain({ code, detail, retryAfter }: Record<string, unknown>): Refused {
  if (typeof code !== 'string' || typeof detail !== 'string') {
    const missing = 'network-request-failed'
    return { signedIn: false, code: missing, message: describeCode(missing) }
  }
  const wait = typeof retryAfter === 'number' ? { retryAfter } : {}
  return { signedIn: false, code, message: detail, ...wait }
}

type StoredTokenOfPage = ReturnType<typeof createStoredToken>

let ofThisPage: StoredTokenOfPage | undefined
function here() {
  ofThisPage ??= createStoredToken(pageBrowser())
  return ofThisPage
}

export const readStoredToken = () => here().readStoredToken()

/** Waits for a refresh in progress, so that a page opened late does not send an expired token. */
export const tokenForCall = () => here().tokenForCall()

/** Refusals and a missing network are results, not exceptions. */
export const signIn: StoredTokenOfPage['signIn'] = (...typed) => here().signIn(...typed)

export const finishSignIn = (code: string) => here().finishSignIn(code)

export const finishWithPasskey: StoredTokenOfPage['finishWithPasskey'] = (...asked) =>
  here().finishWithPasskey(...asked)

export const signInWithPasskey: StoredTokenOfPage['signInWithPasskey'] = (choose) =>
  here().signInWithPasskey(choose)

/** From logging out here to the next sign-in, in whichever tab: what is refused meanwhile is no reason to ask for the password. */
export const isLeaving = () => here().isLeaving()

/** Clears all local storage at once, also offline; go to /login without awaiting it. */
export const signOut = () => here().signOut()

/** For a 403 `user-disabled`: clears all local storage and tells the other tabs; go to /login, which says why. */
export const leaveDisabled = () => here().leaveDisabled()

/** For /login: finishes a logout that did not reach the server; returns how to stop. */
export const finishSignOut = () => here().finishSignOut()

/** For /admin; call `stop` when leaving. */
export const keepTokenFresh: StoredTokenOfPage['keepTokenFresh'] = (options) => here().keepTokenFresh(options)

type SignedOut = { code: 'user-token-expired' | 'user-disabled' | 'not-signed-in'; message: string }
type Keeper = {
  stop(): void
  /** Resolves when no refresh is in progress. */
  idle(): Promise<void>
}

/** Renews the stored token before it expires until stopped or signed out; `onSignedOut` is called at most once. */
function createKeeper(
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
    wait(backOff(failures, BACK_OFF_SECONDS) * 1000)
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
    if (code === 'user-disabled') showDisabledNotice(browser)
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
