import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import type { IdentitySite } from './identity-site.ts'

export type Visitor = ReturnType<IdentitySite['visitor']>

/** The code that a phone shows at a time, by default now. */
export function codeAt(key: string, time = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: time })
}

/** Switches the second factor of a signed-in visitor on; returns what the phone and the drawer then hold. */
export async function switchOn(visitor: Visitor): Promise<{ key: string; recoveryCodes: string[] }> {
  const begun = await visitor.call('POST', '/account/second-factor')
  expect(begun.status).toBe(201)
  const { key } = (await begun.json()) as { key: string }
  const proven = await visitor.call('PUT', '/account/second-factor', { code: codeAt(key) })
  expect(proven.status).toBe(200)
  const { recoveryCodes } = (await proven.json()) as { recoveryCodes: string[] }
  return { key, recoveryCodes }
}

/** How long a code is shown, in milliseconds. */
export const STEP = 30_000

/** Moves the faked clock on. */
export function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

/** A site whose administrator has switched the second factor on, half a minute ago. */
export async function withSecondFactor(
  site: IdentitySite,
): Promise<{ owner: Visitor; key: string; recoveryCodes: string[] }> {
  const owner = site.visitor()
  await owner.signIn()
  const factor = await switchOn(owner)
  pass(STEP)
  return { owner, ...factor }
}
