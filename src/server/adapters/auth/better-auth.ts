import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { admin, jwt } from 'better-auth/plugins'
import type { Database } from '#database/schema.ts'
import type { Log } from '#domain/app.ts'
import { SESSION_LIFE_SECONDS, TOKEN_LIFE_SECONDS } from '#domain/identity/session-limits.ts'

export const ADMIN_ROLE = 'admin'

export type AuthSettings = {
  db: Database
  log: Log
  secret: string
  secureCookies: boolean
  /** The site's public origin; null when it is not fixed, as on localhost. */
  siteOrigin: string | null
}

export type BetterAuth = ReturnType<typeof openBetterAuth>

/** The name of the session cookie: browsers accept __Host- only when Secure, for the whole site and this host. */
export function cookieNameFor(secureCookies: boolean): string {
  return secureCookies ? '__Host-session' : 'session'
}

/** What Better Auth is told that the site's address is; requests to it are made here and never leave the process. */
export function baseUrlOf({ siteOrigin }: Pick<AuthSettings, 'siteOrigin'>): string {
  return siteOrigin ?? 'http://localhost'
}

/** The public name of a session: the hash of its id. */
export function sidOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}

/** Better Auth with all that this site does not use turned off; why is in docs/decisions/004-identity.md. */
export function openBetterAuth(settings: AuthSettings) {
  const baseURL = baseUrlOf(settings)
  return betterAuth({
    baseURL,
    secret: settings.secret,
    database: { db: settings.db.withoutPlugins(), type: 'sqlite' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) => settings.log.error({ part: 'better-auth' }, message),
    },
    emailAndPassword: { enabled: false, disableSignUp: true },
    session: {
      expiresIn: SESSION_LIFE_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    advanced: {
      useSecureCookies: false,
      database: { validateSchema: false },
      ipAddress: { disableIpTracking: true },
      cookies: {
        session_token: {
          name: cookieNameFor(settings.secureCookies),
          attributes: { secure: settings.secureCookies, httpOnly: true, sameSite: 'strict', path: '/' },
        },
      },
    },
    plugins: [admin(), storedTokenPlugin(baseURL)],
  })
}

function storedTokenPlugin(baseURL: string) {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
    jwt: {
      issuer: baseURL,
      audience: baseURL,
      expirationTime: `${TOKEN_LIFE_SECONDS}s`,
      definePayload: ({ session, user }) => ({ sid: sidOf(session.id), role: user.role }),
    },
  })
}
