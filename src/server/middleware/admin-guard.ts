import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Owed } from '#domain/identity/account.ts'
import type { AdminRefusal, Identity } from '#domain/identity/identity.ts'
import { describeCode } from '#domain/identity/messages.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

export const requireOwnOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('Origin') !== c.var.siteOrigin) return refuseForeignOrigin(c)
  await next()
}

function refuseForeignOrigin(c: Context<HttpEnv>) {
  return problem(c, 403, 'foreign-origin', 'This request did not come from a page of this site.')
}

const ACCOUNT = '/api/admin/account'
const ALLOWED_MEANWHILE: Record<Owed, string[]> = {
  'new-password': [`GET ${ACCOUNT}`, `PUT ${ACCOUNT}/password`],
  'second-factor': [
    `GET ${ACCOUNT}`,
    `PUT ${ACCOUNT}/password`,
    `POST ${ACCOUNT}/confirmation`,
    `POST ${ACCOUNT}/second-factor`,
    `PUT ${ACCOUNT}/second-factor`,
    `POST ${ACCOUNT}/passkeys/options`,
    `POST ${ACCOUNT}/passkeys`,
  ],
}

/** Checks session, stored token and origin; sets `administrator` or answers 401 or 403 before any body is read. */
export function adminGuard(identity: Pick<Identity, 'authorize'>): MiddlewareHandler<HttpEnv> {
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (!isFromOwnPage(c)) return refuseForeignOrigin(c)
    const extend = !isPolled(c)
    const answer = await identity.authorize(c.req.header('Cookie') ?? null, readBearer(c), { extend })
    if (typeof answer === 'string') return refuse(c, answer)
    if (answer.owes && !ALLOWED_MEANWHILE[answer.owes].includes(`${c.req.method} ${c.req.path}`)) {
      const code = `${answer.owes}-required` as const
      return problem(c, 403, code, describeCode(code))
    }
    c.set('administrator', answer)
    await next()
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  })
}

/** Polling must not extend the session: whoever has gone home is signed out in time. */
function isPolled(c: Context<HttpEnv>) {
  if (c.req.method !== 'GET') return false
  if (['/api/admin/inbox/waiting', '/api/admin/backups/file'].includes(c.req.path)) return true
  return c.req.path === '/api/admin/inbox' && c.req.query('after') !== undefined
}

export function refuse(c: Context<HttpEnv>, code: AdminRefusal) {
  return problem(c, code === 'user-disabled' ? 403 : 401, code, describeCode(code))
}

/** Browsers leave Origin out of same-origin GET and HEAD; Sec-Fetch-Site, which scripts cannot set, replaces it. */
function isFromOwnPage(c: Context<HttpEnv>) {
  const origin = c.req.header('Origin')
  if (origin !== undefined) return origin === c.var.siteOrigin
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  return isRead && c.req.header('Sec-Fetch-Site') === 'same-origin'
}

function readBearer(c: Context<HttpEnv>) {
  return /^Bearer ([\w.-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
}
