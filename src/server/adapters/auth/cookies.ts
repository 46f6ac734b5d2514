import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECOND_STEP, SESSION_LIFE_SECONDS } from '#domain/identity/session-limits.ts'
import { sidOf } from '#domain/identity/sessions.server.ts'

export type Cookie = {
  read(header: string | null): string | null
  give(value: string): string
  clear(): string
}

/** Browsers accept __Host- only for a Secure cookie of the whole site and this host. */
export function createCookie(
  plainName: string,
  { secure, lifeSeconds }: { secure: boolean; lifeSeconds: number },
): Cookie {
  const name = secure ? `__Host-${plainName}` : plainName
  const rest = `Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=Strict`
  return {
    read(header) {
      const pairs = (header ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null
    },
    give: (value) => `${name}=${value}; Max-Age=${lifeSeconds}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  }
}

/** Between the two steps of a sign-in: useless without the right code. */
export function createChallengeCookie(secure: boolean): Cookie {
  return createCookie('challenge', { secure, lifeSeconds: SECOND_STEP.seconds })
}

/** The first signs and seals; what the others did is accepted, while AUTH_SECRET is being changed. */
export type Secrets = readonly [string, ...string[]]

/** Holds the signed session token: another AUTH_SECRET ends all sessions. */
export type SessionCookie = Omit<Cookie, 'read'> & {
  isThere(header: string | null): boolean
  readSid(header: string | null): string | null
}

export function createSessionCookie(secrets: Secrets, secure: boolean): SessionCookie {
  const cookie = createCookie('session', { secure, lifeSeconds: SESSION_LIFE_SECONDS })
  return {
    ...cookie,
    isThere: (header) => cookie.read(header) !== null,
    readSid(header) {
      const [token = '', given = '', ...more] = cookie.read(header)?.split('.') ?? []
      // Better Auth, before 0.5.0, wrote the same signature as base64, percent-encoded.
      const signature = given.replaceAll('%2B', '-').replaceAll('%2F', '_').replace(/%3D$/, '')
      return more.length === 0 && isSigned(secrets, token, signature) ? sidOf(token) : null
    },
    give: (token) => cookie.give(`${token}.${sign(secrets[0], token)}`),
  }
}

export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** By any of them. Takes the same time for every wrong signature. */
export function isSigned(secrets: readonly string[], text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  const isOf = (secret: string) => {
    const expected = Buffer.from(sign(secret, text))
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  return secrets.map(isOf).includes(true)
}
