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
