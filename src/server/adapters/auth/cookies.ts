import { SECOND_STEP } from '#domain/identity/session-limits.ts'

/** The one cookie of a Cookie header as `name=value`, or null; the rest is none of Better Auth's business. */
export function pickCookie(header: string | null, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1) ?? null
}

/** The Set-Cookie lines of an answer that are about this cookie. */
export function pickSetCookies(response: Response, name: string): string[] {
  return response.headers.getSetCookie().filter((line) => line.startsWith(`${name}=`))
}

/** The `name=value` of a Set-Cookie line, as the browser will send it. */
export function pairOf(setCookie: string): string {
  return setCookie.split(';')[0] ?? ''
}

/** The cookie between the two steps of a sign-in: useless without the right code. */
export type ChallengeCookie = {
  read(cookie: string | null): string | null
  give(challenge: string): string
  clear(): string
}

export function createChallengeCookie(secureCookies: boolean): ChallengeCookie {
  const name = secureCookies ? '__Host-challenge' : 'challenge'
  const rest = `Path=/; HttpOnly${secureCookies ? '; Secure' : ''}; SameSite=Strict`
  return {
    read: (cookie) => pickCookie(cookie, name)?.slice(name.length + 1) ?? null,
    give: (challenge) => `${name}=${challenge}; Max-Age=${SECOND_STEP.seconds}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  }
}
