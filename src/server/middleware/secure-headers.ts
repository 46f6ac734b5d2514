import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'

/** By name in lower case, for answers that set none of their own. */
function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Adds the security headers that the route itself has not set; what the page cache sends has them already. */
export function secureHeaders(settings: { https: boolean }): MiddlewareHandler<HttpEnv> {
  const added = Object.entries(securityHeaders(settings))
  return async (c, next) => {
    await next()
    if (c.get('sent') !== undefined) return
    const headers = c.res.headers
    for (const [name, value] of added) if (!headers.has(name)) headers.set(name, value)
  }
}
