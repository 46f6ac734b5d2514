import { describeCode } from '#domain/identity/messages.ts'
import { callAuth } from './auth-call.ts'
import { createKeeper, type Keeper, type SignedOut } from './keep-token-fresh.ts'
import { createReceipts } from './receipts.ts'
import { createSignOut } from './sign-out.ts'
import { forgetDisabled, tellDisabled } from './tell-disabled.ts'
import { pageBrowser, type TokenBrowser } from './token-browser.ts'

export type { SignedOut }
/** `message` is for people; `retryAfter` in seconds, with too-many-requests; `secondStep`: the code comes next. */
export type SignInResult = { signedIn: true } | { signedIn: false; secondStep: true } | Refused
type Refused = { signedIn: false; code: string; message: string; retryAfter?: number; secondStep?: never }

/** The administrator's stored token in one browser. */
export function createStoredToken(browser: TokenBrowser) {
  const receipts = createReceipts(browser)
  const leaving = createSignOut(browser)
  let keeper: Keeper | null = null

  async function send(path: string, typed: object): Promise<SignInResult> {
    const answer = await callAuth(browser, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(typed),
    })
    const { accessToken, expiresIn } = answer?.body ?? {}
    if (answer?.status === 202) return { signedIn: false, secondStep: true }
    if (answer?.status !== 200 || typeof accessToken !== 'string') return explain(answer?.body ?? {})
    receipts.keep(accessToken, Number(expiresIn))
    return { signedIn: true }
  }

  return {
    readStoredToken: receipts.stored,
    async tokenForCall() {
      await keeper?.settled()
      return receipts.stored()
    },
    async signIn(email: string, password: string): Promise<SignInResult> {
      await leaving.forget()
      return await send('login', { email, password })
    },
    finishSignIn: (code: string) => send('login/code', { code }),
    signOut() {
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

/** The token in local storage or null. */
export const readStoredToken = () => here().readStoredToken()

/** The token for a call to /api/admin: waits for a refresh under way, so that a page opened late sends a living one. */
export const tokenForCall = () => here().tokenForCall()

/** Signs in and stores the token; refusals and a missing network are results, not exceptions. */
export const signIn: StoredTokenOfPage['signIn'] = (...typed) => here().signIn(...typed)

/** The second step, when `signIn` asked for it: a code of the app or a recovery code. */
export const finishSignIn = (code: string) => here().finishSignIn(code)

/** Clears all local storage at once, also without a network; go to /login without waiting for the rest. */
export const signOut = () => here().signOut()

/** For an answer 403 `user-disabled`: clears all local storage and tells the other tabs; go to /login, which says why. */
export const leaveDisabled = () => here().leaveDisabled()

/** For /login: ends on the server what Logout could not; returns how to stop trying. */
export const finishSignOut = () => here().finishSignOut()

/** For /admin: keeps the token fresh; `onSignedOut` gets the code and its sentence. Call `stop` when leaving. */
export const keepTokenFresh: StoredTokenOfPage['keepTokenFresh'] = (options) => here().keepTokenFresh(options)
