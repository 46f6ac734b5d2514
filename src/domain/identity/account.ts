import type { Administrator, IdentityRecord, SignedInAdministrator } from './administrator.ts'

/** A browser that is signed in; times are UTC in ISO 8601. */
export type SignedInDevice = {
  sid: string
  device: string
  begun: string
  lastUsed: string
  present: boolean
  /** The days of the last 30 on which this browser was at work, as 2026-11-21, the first one first. */
  days: string[]
}

export type AccountState = {
  email: string
  owes: SignedInAdministrator['owes']
  devices: SignedInDevice[]
  /** Browsers that were at work within 30 days and are not signed in now, the last one first. */
  formerDevices: { device: string; days: string[] }[]
  /** `since` is null while it is off. */
  secondFactor: { since: string | null; codesLeft: number; required: boolean }
  administrators: (Administrator & IdentityRecord & { secondFactor: boolean; present: boolean })[]
}

/** Why nothing was changed: `detail` is a sentence, `field` the field it is about, `retryAfter` in seconds. */
export type AccountRefusal = {
  code:
    | 'wrong-password'
    | 'unacceptable-password'
    | 'wrong-code'
    | 'too-many-requests'
    | 'second-factor-on'
    | 'second-factor-off'
    | 'unacceptable-email'
    | 'email-already-in-use'
    | 'last-administrator'
    | 'your-own-account'
    | 'signed-out'
    | 'not-found'
  detail: string
  field?: string
  retryAfter?: number
}

/** Who acts, and the request by which; its cookie tells a known device. */
export type Actor = { administrator: SignedInAdministrator; cookie: string | null; requestId: string }

export type Account = {
  read(actor: Actor): Promise<AccountState>
  /** Types the password again: what is sensitive is open for ten minutes. */
  confirm(actor: Actor, password: string): Promise<AccountRefusal | null>
  /** Changes the password and ends all other sessions. */
  changePassword(actor: Actor, typed: { present: string; next: string }): Promise<AccountRefusal | null>
  /** The Set-Cookie line by which this browser stays a known device after its password or second factor changed. */
  rememberDevice(actor: Actor): Promise<string>
  /** Ends one session; false when there is none of this name. */
  endSession(actor: Actor, sid: string): Promise<boolean>
  /** Ends all sessions but this one, or all; returns how many. */
  endSessions(actor: Actor, options: { here: boolean }): Promise<number>
  /** A new key for an authenticator app, not in force before `proveSecondFactor`; `address` is what its QR code holds. */
  beginSecondFactor(actor: Actor): Promise<{ key: string; address: string } | AccountRefusal>
  /** Switches the second factor on with a code of the new key; returns the recovery codes, this once. */
  proveSecondFactor(actor: Actor, code: string): Promise<{ recoveryCodes: string[] } | AccountRefusal>
  /** New recovery codes in place of the former ones; returned this once. */
  renewRecoveryCodes(actor: Actor): Promise<{ recoveryCodes: string[] } | AccountRefusal>
  /** Switches the second factor off, with the password and a code of either kind. */
  removeSecondFactor(actor: Actor, typed: { password: string; code: string }): Promise<AccountRefusal | null>
}

export type Colleagues = {
  /** Makes an administrator who must choose a password at the first sign-in; one made here is returned, this once. */
  create(
    actor: Actor,
    typed: { email: string; password: string | null },
  ): Promise<(Administrator & { password: string | null }) | AccountRefusal>
  /** Disables and signs out at once; never oneself, and never the last one who can sign in. */
  disable(actor: Actor, id: string): Promise<AccountRefusal | null>
  /** Lets sign in again. */
  restore(actor: Actor, id: string): Promise<AccountRefusal | null>
}
