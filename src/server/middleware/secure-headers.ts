import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'

/** Adds the security headers that the route itself has not set. */
export function secureHeaders(settings: { https: boolean }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    const add = (name: string, value: string) => headers.has(name) || headers.set(name, value)
    add('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    add('Cross-Origin-Opener-Policy', 'same-origin')
    add('Cross-Origin-Resource-Policy', 'same-origin')
    add('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    add('Referrer-Policy', 'strict-origin-when-cross-origin')
    add('X-Content-Type-Options', 'nosniff')
    if (settings.https) add('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  }
}
