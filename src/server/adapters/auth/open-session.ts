import { randomBytes, randomUUID } from 'node:crypto'
import { makeSignature } from 'better-auth/crypto'
import type { Clock } from '#domain/app.ts'
import { describeDevice } from '#domain/identity/device-words.ts'
import { SESSION_LIFE_SECONDS } from '#domain/identity/session-limits.ts'
import type { AuthDatabase } from './auth-tables.ts'

const TOKEN_BYTES = 32

/**
 * Begins a session as Better Auth reads it and returns the Set-Cookie line of it: its own sign-in would begin one
 * before the second step. The password counts as typed now.
 */
export async function openSession(
  {
    tables,
    clock,
    secret,
    cookieName,
  }: {
    tables: AuthDatabase
    clock: Clock
    secret: string
    cookieName: string
  },
  { userId, userAgent, deviceId }: { userId: string; userAgent: string | null; deviceId: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  const at = now.toISOString()
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_SECONDS * 1000).toISOString()
  const times = { createdAt: at, updatedAt: at, confirmedAt: at, expiresAt }
  await tables
    .insertInto('session')
    .values({ id: randomUUID(), token, userId, deviceId, userAgent: describeDevice(userAgent), ...times })
    .execute()
  const value = encodeURIComponent(`${token}.${await makeSignature(token, secret)}`)
  const secure = cookieName.startsWith('__Host-') ? '; Secure' : ''
  return `${cookieName}=${value}; Max-Age=${SESSION_LIFE_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Strict`
}
