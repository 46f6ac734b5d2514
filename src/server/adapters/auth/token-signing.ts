import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#domain/app.ts'
import type { StoredToken } from '#domain/identity/identity.ts'
import { TOKEN_LIFE_SECONDS } from '#domain/identity/session-limits.ts'
import type { Secrets } from './cookies.ts'

const ALGORITHM = 'EdDSA'
const ROLE = 'admin'
/** The PKCS #8 prefix of an Ed25519 key (RFC 8410). */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

type Claims = { sid: string; sub: string }
export type StoredTokens = {
  issue(claims: Claims): Promise<StoredToken>
  /** Null when a token is not ours, changed or expired. */
  verify(token: string): Promise<Claims | null>
}

export function createStoredTokens(parts: { secrets: Secrets; clock: Clock; origin: string }): StoredTokens {
  const { secrets, clock, origin } = parts
  const privateKey = signingKeyOf(secrets[0])
  const publicKeys = secrets.map((secret) => createPublicKey(signingKeyOf(secret)))
  return {
    async issue({ sid, sub }) {
      const now = Math.floor(clock.now().getTime() / 1000)
      const accessToken = await new SignJWT({ sid, role: ROLE })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(sub)
        .setIssuer(origin)
        .setAudience(origin)
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_LIFE_SECONDS)
        .sign(privateKey)
      return { accessToken, expiresIn: TOKEN_LIFE_SECONDS }
    },
    async verify(token) {
      for (const publicKey of publicKeys) {
        const claims = await verifyWith(publicKey, token)
        if (claims) return claims
      }
      return null
    },
  }

  async function verifyWith(publicKey: KeyObject, token: string): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [ALGORITHM],
        issuer: origin,
        audience: origin,
        requiredClaims: ['exp', 'sub', 'sid', 'role'],
        currentDate: clock.now(),
      })
      const { sid, sub, role } = payload
      return role === ROLE && typeof sid === 'string' && typeof sub === 'string' ? { sid, sub } : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

/** Derived from AUTH_SECRET: nothing is stored, and another secret is another key. */
export function signingKeyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'stored token', 32))
  return createPrivateKey({ key: Buffer.concat([KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}
