import type {
  Account,
  AccountRefusal,
  Administrator,
  Colleagues,
  IdentityRecord,
  Owed,
  SignedInAdministrator,
} from './account.ts'
import type { Role } from './roles.ts'

export type SignInRefusal =
  | { code: 'invalid-credential' }
  | { code: 'too-many-requests'; retryAfter: number }
  | { code: 'user-disabled' }

export type CodeRefusal =
  | SignInRefusal
  | { code: 'invalid-code' }
  | { code: 'challenge-expired' }
  | { code: 'invalid-passkey' }

/** What the browser's `navigator.credentials.get` returns and takes, as JSON; `id` is the credential's, in base64url. */
export type PasskeyAssertion = {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}
export type AssertionOptions = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required' | 'preferred'
  allowCredentials?: { id: string; type: 'public-key'; transports: string[] }[]
}

/** `sid` names the session without being of any use to a thief. */
type Session = { administrator: Administrator; sid: string; owes: Owed | null }

/** What the browser keeps in local storage; `expiresIn` in seconds from when it was issued. */
export type StoredToken = { accessToken: string; expiresIn: number }

/** `passkey` where the account has one; a code is always taken. */
type SecondStep = { secondStep: { expiresIn: number; passkey?: AssertionOptions; codes?: boolean } }

export type AdminRefusal = 'not-signed-in' | 'user-token-expired' | 'user-disabled'

/** `address` limits guessing, `requestId` is for the log, `cookie` is the request's Cookie header; `origin` is the site's. */
export type SignInRequest = {
  address: string
  origin: string
  requestId: string
  cookie: string | null
  userAgent?: string | null
}

type WithCookies = { cookies: string[] }

export type PasswordResets = {
  /** Whether mails can be sent. */
  byMail: boolean
  /** Mails a link after the answer, which is the same for unknown addresses; else seconds to wait, or a refusal. */
  ask(
    email: string,
    request: Pick<SignInRequest, 'address' | 'requestId'> & { siteOrigin: string },
  ): Promise<number | AccountRefusal>
  /** Ends all sessions and begins none; the link is used up when it returns null. */
  use(
    token: string,
    password: string,
    request: Pick<SignInRequest, 'requestId'>,
  ): Promise<AccountRefusal | null>
}

export type Identity = {
  /** Returns a new session's cookies and first stored token, and ends the session of the request's cookie.
   * With a second factor on there is no session yet, only a challenge for `finishSignIn`. */
  signIn(
    credentials: { email: string; password: string },
    request: SignInRequest,
  ): Promise<((StoredToken | SecondStep) & WithCookies) | SignInRefusal>
  /** Takes a code of six digits, a recovery code or a passkey, for the challenge in the request's cookie. */
  finishSignIn(
    proof: string | PasskeyAssertion,
    request: SignInRequest,
  ): Promise<(StoredToken & WithCookies) | CodeRefusal>
  /** For a sign-in by passkey alone; nothing is stored. */
  passkeyOptions(request: Pick<SignInRequest, 'origin'>): AssertionOptions
  /** The device has checked who holds it (PIN, finger, face), so that neither email nor password is asked for. */
  signInWithPasskey(
    assertion: PasskeyAssertion,
    request: SignInRequest,
  ): Promise<(StoredToken & WithCookies) | CodeRefusal>
  /** The cookies returned clear the session's. */
  signOut(cookie: string | null, request: { requestId: string }): Promise<WithCookies>
  /** `extend` counts as use and extends the idle limit. */
  findSession(cookie: string | null, options: { extend: boolean }): Promise<Session | null>
  /** The emails of owners who can sign in, the first one first. */
  owners(): Promise<string[]>
  recordOf(administratorId: string): Promise<IdentityRecord | null>
  /** Why the session of these cookies may not be used; null when it may. */
  refusalOf(cookie: string | null): Promise<AdminRefusal | null>
  /** Does not count as use of the session. */
  issueToken(cookie: string | null): Promise<StoredToken | AdminRefusal>
  /** Cookie and stored token must belong to one live session; `extend` as above. */
  authorize(
    cookie: string | null,
    accessToken: string | null,
    options: { extend: boolean },
  ): Promise<SignedInAdministrator | AdminRefusal>
  resets: PasswordResets
  account: Account
  colleagues: Colleagues
  /** Refused sign-ins that were to be counted are, and mails are sent; before the database closes. */
  settle(): Promise<void>
  /** For the command line. False (or null) means that nobody has this email. */
  administrators: {
    list(): Promise<Administrator[]>
    /** An owner, if nothing else is said. Throws an Error with a plain sentence when the email is taken or the password is not acceptable. */
    create(account: { email: string; password: string; role?: Role }): Promise<Administrator>
    /** Returns a password for the first sign-in, at which a new one must be chosen; null when the email is taken. */
    invite(email: string): Promise<string | null>
    /** Ends all sessions and forgets failed sign-ins, too. */
    setPassword(email: string, password: string): Promise<boolean>
    /** Signs out, too. Throws for the last owner that is not disabled. */
    disable(email: string): Promise<boolean>
    restore(email: string): Promise<boolean>
    removeSecondFactor(email: string): Promise<boolean | null>
  }
}
