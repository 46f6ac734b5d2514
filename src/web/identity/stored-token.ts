import { describeCode } from '#domain/identity/messages.ts'
import { callAuth } from './auth-call.ts'
import { createKeeper, type Keeper, type SignedOut } from './keep-token-fresh.ts'
import { createSignOut } from './sign-out.ts'
import { forgetDisabled, tellDisabled } from './tell-disabled.ts'
import { pageBrowser, type TokenBrowser } from './token-browser.ts'
import { createTokenTimes } from './token-times.ts'

export type { SignedOut }
/** `retryAfter` in seconds, with too-many-requests; `secondStep`: the code comes next. */
export type SignInResult = { signedIn: true } | { signedIn: false; secondStep: true } | Refused
type Refused = { signedIn: false; code: string; message: string; retryAfter?: number; secondStep?: never }

export function createStoredToken(browser: TokenBrowser) {
  const receipts = createTokenTimes(browser)
  const leaving = createSignOut(browser)
  let keeper: Keeper | null = null
  let isLeaving = false

  async function send(path: string, typed: object): Promise<SignInResult> {
    const answer = await callAuth(browser, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(typed),
    })
    const { accessToken, expiresIn } = answer?.body ?? {}
    if (answer?.status === 202) return { signedIn: false, secondStep: true }
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
    isLeaving: () => isLeaving && !receipts.stored(),
    signOut() {
      isLeaving = true
      keeper?.stop()
      return leaving.start()
    },
    leaveDisabled() {
      keeper?.stop()
      tellDisabled(browser)
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
