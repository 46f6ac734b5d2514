import type { Account, Colleagues } from './account.ts'
import type { Administrator, IdentityRecord, Owed, SignedInAdministrator } from './administrator.ts'

export type SignInRefusal =
  | { code: 'invalid-credential' }
  | { code: 'too-many-requests'; retryAfter: number }
  | { code: 'user-disabled' }

export type CodeRefusal = SignInRefusal | { code: 'invalid-code' } | { code: 'challenge-expired' }

/** A session as its owner's request shows it; `sid` names it without being of any use to a thief. */
export type Session = { administrator: Administrator; sid: string; owes: Owed | null }

/** What the browser keeps in local storage; `expiresIn` in seconds from when it was issued. */
export type StoredToken = { accessToken: string; expiresIn: number }

/** The password was right and a code is asked for, within some seconds. */
export type SecondStep = { secondStep: { expiresIn: number } }

export type AdminRefusal = 'not-signed-in' | 'user-token-expired' | 'user-disabled'

/** `address` limits guessing, `requestId` goes into the log, `cookie` is the request's Cookie header. */
export type SignInRequest = {
  address: string
  requestId: string
  cookie: string | null
  userAgent?: string | null
}

/** With the Set-Cookie lines that the browser must get. */
type WithCookies = { cookies: string[] }

export type Identity = {
  /**
   * Checks the password; on success returns the Set-Cookie lines of a new session and its first stored token,
   * and ends the session that the request's cookie belonged to. Where a second factor is on there is no session
   * yet, only a challenge that `finishSignIn` takes up.
   */
  signIn(
    credentials: { email: string; password: string },
    request: SignInRequest,
  ): Promise<((StoredToken | SecondStep) & WithCookies) | SignInRefusal>
  /** The second step: a code of six digits or a recovery code, for the challenge in the request's cookie. */
  finishSignIn(code: string, request: SignInRequest): Promise<(StoredToken & WithCookies) | CodeRefusal>
  /** Ends the session of these cookies, if there is one; returns the Set-Cookie lines that clear it. */
  signOut(cookie: string | null, request: { requestId: string }): Promise<WithCookies>
  /** The session of these cookies or null; `extend` counts as use and pushes the idle limit out. */
  findSession(cookie: string | null, options: { extend: boolean }): Promise<Session | null>
  /** An administrator's identity, or null. */
  recordOf(administratorId: string): Promise<IdentityRecord | null>
  /** Why the session of these cookies may not be used; null when it may. */
  refusalOf(cookie: string | null): Promise<AdminRefusal | null>
  /** A new stored token for a session, which does not count as use; else why there is none. */
  issueToken(cookie: string | null): Promise<StoredToken | AdminRefusal>
  /** The administrator when cookie and stored token belong to one living session, else why not; `extend` as above. */
  authorize(
    cookie: string | null,
    accessToken: string | null,
    options: { extend: boolean },
  ): Promise<SignedInAdministrator | AdminRefusal>
  /** What administrators do with their own account. */
  account: Account
  /** What an administrator does with others. */
  colleagues: Colleagues
  /** What is done on the machine itself. */
  administrators: {
    list(): Promise<Administrator[]>
    /** Makes an administrator; throws an Error with a plain sentence when the email is taken or the password is not acceptable. */
    create(account: { email: string; password: string }): Promise<Administrator>
    /** Sets a new password, ends all sessions and forgets failed sign-ins; false when nobody has this email. */
    setPassword(email: string, password: string): Promise<boolean>
    /** Disables and signs out; false when nobody has this email. Throws for the last administrator that is not disabled. */
    disable(email: string): Promise<boolean>
    /** Lets sign in again; false when nobody has this email. */
    restore(email: string): Promise<boolean>
    /** Removes a lost second factor; null when nobody has this email, false when none was on. */
    removeSecondFactor(email: string): Promise<boolean | null>
  }
}
