import type { Role } from './roles.ts'

/** Times are UTC in ISO 8601. */
type SignedInDevice = {
  sid: string
  device: string
  begun: string
  lastUsed: string
  present: boolean
  /** The days of the last 30 on which this browser was used, as 2026-11-21, oldest first. */
  days: string[]
}

export type AccountState = {
  email: string
  owes: SignedInAdministrator['owes']
  devices: SignedInDevice[]
  /** Browsers that were used within 30 days and are not signed in now, the last one first. */
  formerDevices: { device: string; days: string[] }[]
  /** `since` is of the app's codes. */
  secondFactor: { since: string | null; codesLeft: number; required: boolean }
  passkeys: Passkey[]
  role: Role
  /** The emails of owners who can sign in: whom others ask. */
  owners: string[]
  /** Whether links for a new password can be mailed. */
  resetsByMail: boolean
  /** All for an owner, for others only oneself. `refused` sign-ins of the last 30 days. */
  administrators: (Administrator &
    IdentityRecord & { secondFactor: boolean; refused: number; present: boolean })[]
}

/** `id` is the credential's, in base64url; `transports` as the browser named them. */
export type Passkey = {
  id: string
  name: string
  transports: string[]
  createdAt: string
  lastUsedAt: string | null
}

/** Of the last `days` days. `since` is the sign-in before this session's; null, and then all count, where it was the first.
 * `codes` were refused after the right password. */
export type RefusedSignIns = {
  days: number
  since: string | null
  passwordsSince: number
  codesSince: number
  passwords: number
  codes: number
  /** Without the end of their addresses, the last first; an empty name stands for all networks that have no row of their own. */
  networks: { network: string; passwords: number; codes: number; lastAt: string }[]
  moreNetworks: number
}

/** `detail` is a sentence, `field` the field it is about, `retryAfter` in seconds. */
export type AccountRefusal = {
  code:
    | 'wrong-password'
    | 'unacceptable-password'
    | 'wrong-code'
    | 'too-many-requests'
    | 'second-factor-on'
    | 'second-factor-off'
    | 'invalid-passkey'
    | 'too-many-passkeys'
    | 'last-second-factor'
    | 'unacceptable-name'
    | 'unacceptable-email'
    | 'email-already-in-use'
    | 'last-administrator'
    | 'your-own-account'
    | 'role-needed'
    | 'signed-out'
    | 'not-found'
    | 'mail-not-set'
    | 'mail-failed'
    | 'link-expired'
  detail: string
  field?: string
  retryAfter?: number
}

/** Who acts, and by which request; its cookie identifies a known device, its address the network of another. */
export type Actor = {
  administrator: SignedInAdministrator
  cookie: string | null
  address: string
  /** The site's own. */
  origin: string
  requestId: string
}

/** What the browser's `navigator.credentials.create` returns and takes, as JSON. */
export type PasskeyAttestation = {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
export type PublicKeyOptions = {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  excludeCredentials: { id: string; type: 'public-key'; transports: string[] }[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'required'
  }
}

export type Account = {
  read(actor: Actor): Promise<AccountState>
  refusedSignIns(actor: Actor): Promise<RefusedSignIns>
  /** The password again opens what is sensitive for ten minutes. */
  confirm(actor: Actor, password: string): Promise<AccountRefusal | null>
  /** Also ends all other sessions. */
  changePassword(actor: Actor, typed: { present: string; next: string }): Promise<AccountRefusal | null>
  /** The Set-Cookie line that keeps this browser a known device after its password or second factor changed. */
  rememberDevice(actor: Actor): Promise<string>
  endSession(actor: Actor, sid: string): Promise<boolean>
  /** Ends all sessions but this one, or all; returns how many. */
  endSessions(actor: Actor, options: { here: boolean }): Promise<number>
  /** A new authenticator key, inactive until `proveSecondFactor`; `address` is what its QR code holds. */
  beginSecondFactor(actor: Actor): Promise<{ key: string; address: string } | AccountRefusal>
  /** Enables the second factor by a code of the new key; the recovery codes are returned only this once. */
  proveSecondFactor(actor: Actor, code: string): Promise<{ recoveryCodes: string[] } | AccountRefusal>
  /** Replaces the recovery codes; they are returned only this once. */
  renewRecoveryCodes(actor: Actor): Promise<{ recoveryCodes: string[] } | AccountRefusal>
  /** What `navigator.credentials.create` takes. */
  passkeyOptions(actor: Actor): Promise<PublicKeyOptions | AccountRefusal>
  /** The first second factor of an account brings recovery codes, returned only this once. */
  addPasskey(
    actor: Actor,
    typed: { name: string; attestation: PasskeyAttestation },
  ): Promise<{ recoveryCodes: string[] | null } | AccountRefusal>
  renamePasskey(actor: Actor, id: string, name: string): Promise<AccountRefusal | null>
  removePasskey(actor: Actor, id: string): Promise<AccountRefusal | null>
  /** Takes the password, and a code of either kind. */
  removeSecondFactor(actor: Actor, typed: { password: string; code: string }): Promise<AccountRefusal | null>
}

export type Colleagues = {
  /** The password must be changed at the first sign-in; one made here is returned only this once. */
  create(
    actor: Actor,
    typed: { email: string; password: string | null; role: Role },
  ): Promise<(Administrator & { password: string | null }) | AccountRefusal>
  /** Takes effect with the next request of a running session; never of the last owner who can sign in. */
  changeRole(actor: Actor, id: string, role: Role): Promise<AccountRefusal | null>
  /** Signs out at once, too; never oneself, and never the last owner who can sign in. */
  disable(actor: Actor, id: string): Promise<AccountRefusal | null>
  restore(actor: Actor, id: string): Promise<AccountRefusal | null>
  /** Mails a link for a new password; the present one goes on until it is used. */
  sendReset(actor: Actor, id: string, siteOrigin: string): Promise<AccountRefusal | null>
}

export type Administrator = { id: string; email: string; disabled: boolean; role: Role }

/** Every field that the specification lists; null or false where it does not apply. Times are UTC in ISO 8601. */
export type IdentityRecord = {
  uid: string
  displayName: string | null
  photoURL: string | null
  email: string
  emailVerified: boolean
  phoneNumber: string | null
  tenantId: string | null
  providerData: {
    providerId: 'password'
    uid: string
    displayName: string | null
    photoURL: string | null
    email: string
    phoneNumber: string | null
  }[]
  metadata: { creationTime: string; lastSignInTime: string | null }
  isAnonymous: boolean
}

/** What an administrator must do before anything else. */
export type Owed = 'new-password' | 'second-factor'

/** `confirmed` when the password was typed within the last ten minutes. */
export type SignedInAdministrator = Administrator & { sid: string; confirmed: boolean; owes: Owed | null }
