import { symmetricDecrypt } from 'better-auth/crypto'
import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose'
import type { Clock } from '#domain/app.ts'
import type { StoredToken } from '#domain/identity/identity.ts'
import { TOKEN_LIFE_SECONDS } from '#domain/identity/session-limits.ts'
import type { AuthDatabase } from './auth-tables.ts'
import { ADMIN_ROLE, type BetterAuth } from './better-auth.ts'

type Claims = { sid: string; sub: string }
export type StoredTokens = {
  /** Signs a token for the session of a cookie pair; null when the session has ended. */
  issue(cookie: string): Promise<StoredToken | null>
  /** What a token says, or null when it is not ours, changed or expired. */
  verify(token: string): Promise<Claims | null>
}

/** Issues stored tokens through Better Auth and verifies them against the keys in the database. */
export function createStoredTokens(parts: {
  auth: BetterAuth
  tables: AuthDatabase
  clock: Clock
  baseUrl: string
  secret: string
}): StoredTokens {
  const { auth, tables, clock, baseUrl, secret } = parts
  let usableKeys: Promise<void> | undefined
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined

  async function claimsOf(token: string): Promise<Claims | null> {
    keySet ??= createLocalJWKSet({ keys: await readPublicKeys(tables) })
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: ['EdDSA'],
      issuer: baseUrl,
      audience: baseUrl,
      requiredClaims: ['exp', 'sub', 'sid', 'role'],
      currentDate: clock.now(),
    })
    const { sid, sub, role } = payload
    return role === ADMIN_ROLE && typeof sid === 'string' && typeof sub === 'string' ? { sid, sub } : null
  }

  return {
    async issue(cookie) {
      usableKeys ??= dropForeignKeys(tables, secret)
      await usableKeys
      const response = await auth.handler(new Request(`${baseUrl}/api/auth/token`, { headers: { cookie } }))
      if (response.status === 401) return null
      if (!response.ok) throw new Error(`A stored token could not be issued (${response.status}).`)
      const { token } = (await response.json()) as { token: string }
      return { accessToken: token, expiresIn: TOKEN_LIFE_SECONDS }
    },
    async verify(token) {
      try {
        return await claimsOf(token)
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
        if (!(error instanceof errors.JWKSNoMatchingKey)) return null
        keySet = undefined
        return claimsOf(token).catch(ignoreJoseError)
      }
    },
  }
}

function ignoreJoseError(error: unknown) {
  if (error instanceof errors.JOSEError) return null
  throw error
}

async function readPublicKeys(tables: AuthDatabase): Promise<JWK[]> {
  const rows = await tables.selectFrom('jwks').select(['id', 'publicKey']).execute()
  return rows.map((row) => ({ ...(JSON.parse(row.publicKey) as JWK), kid: row.id, alg: 'EdDSA' }))
}

/** Removes signing keys that another AUTH_SECRET encrypted: Better Auth would fail on them for ever. */
async function dropForeignKeys(tables: AuthDatabase, secret: string) {
  const rows = await tables.selectFrom('jwks').select(['id', 'privateKey']).execute()
  for (const { id, privateKey } of rows) {
    try {
      await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) as string })
    } catch {
      await tables.deleteFrom('jwks').where('id', '=', id).execute()
    }
  }
}
