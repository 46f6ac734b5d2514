import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { App } from '#domain/app.ts'
import type { AccountRefusal, Actor } from '#domain/identity/account.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { newApi } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import * as routes from './account-routes.ts'

/** What only somebody who has typed the password within the last ten minutes may do. */
const SENSITIVE = [
  '/account/second-factor',
  '/account/recovery-codes',
  '/administrators',
  '/administrators/*',
]

const STATUS: Record<AccountRefusal['code'], 404 | 409 | 422 | 429> = {
  'wrong-password': 422,
  'unacceptable-password': 422,
  'wrong-code': 422,
  'unacceptable-email': 422,
  'too-many-requests': 429,
  'second-factor-on': 409,
  'second-factor-off': 409,
  'email-already-in-use': 409,
  'last-administrator': 409,
  'your-own-account': 409,
  'signed-out': 409,
  'not-found': 404,
}

/** Accounts of administrators: one's own, and the others'. */
export function accountApi({ identity: { account, colleagues } }: Pick<App, 'identity'>) {
  const api = newApi()
  for (const path of SENSITIVE) api.use(path, requireConfirmed)

  /** What changed ends the marks of all devices; this one has just shown that it is the owner's. */
  async function rememberDevice(c: Context<HttpEnv>) {
    c.header('Set-Cookie', await account.rememberDevice(actorOf(c)), { append: true })
  }

  return api
    .openapi(routes.read, async (c) => c.json(await account.read(actorOf(c)), 200))
    .openapi(routes.confirm, async (c) => {
      const refusal = await account.confirm(actorOf(c), c.req.valid('json').password)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .openapi(routes.changePassword, async (c) => {
      const refusal = await account.changePassword(actorOf(c), c.req.valid('json'))
      if (refusal) return refuse(c, refusal)
      await rememberDevice(c)
      return c.body(null, 204)
    })
    .openapi(routes.endSessions, async (c) => {
      const here = c.req.valid('query').here === 'true'
      return c.json({ ended: await account.endSessions(actorOf(c), { here }) }, 200)
    })
    .openapi(routes.endSession, async (c) => {
      const ended = await account.endSession(actorOf(c), c.req.valid('param').sid)
      return ended ? c.body(null, 204) : problem(c, 404, 'not-found', 'That device is signed out already.')
    })
    .openapi(routes.beginSecondFactor, async (c) => {
      const result = await account.beginSecondFactor(actorOf(c))
      return 'code' in result ? refuse(c, result) : c.json(result, 201)
    })
    .openapi(routes.proveSecondFactor, async (c) => {
      const result = await account.proveSecondFactor(actorOf(c), c.req.valid('json').code)
      if ('code' in result) return refuse(c, result)
      await rememberDevice(c)
      return c.json(result, 200)
    })
    .openapi(routes.removeSecondFactor, async (c) => {
      const refusal = await account.removeSecondFactor(actorOf(c), c.req.valid('json'))
      if (refusal) return refuse(c, refusal)
      await rememberDevice(c)
      return c.body(null, 204)
    })
    .openapi(routes.renewRecoveryCodes, async (c) => {
      const result = await account.renewRecoveryCodes(actorOf(c))
      return 'code' in result ? refuse(c, result) : c.json(result, 200)
    })
    .openapi(routes.create, async (c) => {
      const { email, password } = c.req.valid('json')
      const result = await colleagues.create(actorOf(c), { email, password: password ?? null })
      return 'code' in result ? refuse(c, result) : c.json(result, 201)
    })
    .openapi(routes.disable, async (c) => {
      const refusal = await colleagues.disable(actorOf(c), c.req.valid('param').id)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .openapi(routes.restore, async (c) => {
      const refusal = await colleagues.restore(actorOf(c), c.req.valid('param').id)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
}

const requireConfirmed = createMiddleware<HttpEnv>(async (c, next) => {
  if (!c.var.administrator.confirmed)
    return problem(c, 403, 'confirm-first', describeCode('confirm-first'), { field: 'password' })
  await next()
})

function actorOf(c: Context<HttpEnv>): Actor {
  const { administrator, requestId } = c.var
  return { administrator, requestId, cookie: c.req.header('Cookie') ?? null }
}

function refuse(c: Context<HttpEnv>, { code, detail, field, retryAfter }: AccountRefusal) {
  return problem(c, STATUS[code], code, detail, { field, retryAfter }) as never
}
