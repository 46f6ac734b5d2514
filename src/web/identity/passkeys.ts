import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'
import type { PasskeyAttestation, PublicKeyOptions } from '#domain/identity/account.ts'
import type { AssertionOptions, PasskeyAssertion } from '#domain/identity/identity.ts'

/** Null when nothing was chosen: cancelled, timed out, or the device has none for this site. */
export async function choosePasskey(options: AssertionOptions): Promise<PasskeyAssertion | null> {
  try {
    return (await startAuthentication({ optionsJSON: options })) as PasskeyAssertion
  } catch {
    return null
  }
}

/** A sentence when none was made. */
export async function makePasskey(options: PublicKeyOptions): Promise<PasskeyAttestation | string> {
  try {
    return (await startRegistration({ optionsJSON: options })) as PasskeyAttestation
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === IS_THERE
    return isThere ? 'This device has a passkey of this account already.' : 'No passkey was made. Try again.'
  }
}

const IS_THERE = 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'

/** False on the server, in a browser without passkeys, and on a bare IP address, to which none can belong. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(neverChanges, hasPasskeys, () => false)
}

function hasPasskeys() {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(window.location.hostname)
}

const neverChanges = () => () => {}
