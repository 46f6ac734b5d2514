/** Signing in, sessions and administrators, as the rest of the project sees them. */
export type Administrator = { id: string; email: string; disabled: boolean }

export type SignInRefusal =
  | { code: 'invalid-credential' }
  | { code: 'too-many-requests'; retryAfter: number }
  | { code: 'user-disabled' }

/** A session as its owner's request shows it; `sid` names it without being of any use to a thief. */
export type Session = { administrator: Administrator; sid: string }

/** What the browser keeps in local storage; `expiresIn` in seconds from when it was issued. */
export type StoredToken = { accessToken: string; expiresIn: number }

export type AdminRefusal = 'not-signed-in' | 'user-token-expired' | 'user-disabled'

/** `address` limits guessing, `requestId` goes into the log, `cookie` is the request's Cookie header. */
export type SignInRequest = { address: string; requestId: string; cookie: string | null }

export type Identity = {
  /**
   * Checks the password; on success returns the Set-Cookie lines of a new session and its first stored token,
   * and ends the session that the request's cookie belonged to.
   */
  signIn(
    credentials: { email: string; password: string },
    request: SignInRequest,
  ): Promise<(StoredToken & { cookies: string[] }) | SignInRefusal>
  /** Ends the session of these cookies, if there is one; returns the Set-Cookie lines that clear it. */
  signOut(cookie: string | null, request: { requestId: string }): Promise<{ cookies: string[] }>
  /** The session of these cookies or null; `extend` counts as use and pushes the idle limit out. */
  findSession(cookie: string | null, options: { extend: boolean }): Promise<Session | null>
  /** A new stored token for a session, which does not count as use; else why there is none. */
  issueToken(cookie: string | null): Promise<StoredToken | AdminRefusal>
  /** The administrator when cookie and stored token belong to one living session, else why not; counts as use. */
  authorize(cookie: string | null, accessToken: string | null): Promise<Administrator | AdminRefusal>
  administrators: {
    list(): Promise<Administrator[]>
    /** Makes an administrator; throws an Error with a plain sentence when the email is taken or the password is not acceptable. */
    create(account: { email: string; password: string }): Promise<Administrator>
    /** Sets a new password, ends all sessions and forgets failed sign-ins; false when nobody has this email. */
    setPassword(email: string, password: string): Promise<boolean>
    /** Disables and signs out; false when nobody has this email. Throws for the last administrator that is not disabled. */
    disable(email: string): Promise<boolean>
  }
}
