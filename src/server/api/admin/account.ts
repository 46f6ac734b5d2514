import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import type { AccountRefusal, Actor } from '#domain/identity/account.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { ROLES } from '#domain/identity/roles.ts'
import { valid } from '#server/api/api.ts'
import { noQuery } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

/** Needs the password to have been typed within ten minutes. */
const SENSITIVE = [
  '/account/second-factor',
  '/account/recovery-codes',
  '/account/passkeys/*',
  '/administrators',
  '/administrators/*',
]

const TYPED_WRONG = [
  ...['wrong-password', 'unacceptable-password', 'wrong-code', 'unacceptable-email'],
  ...['invalid-passkey', 'unacceptable-name'],
]
const password = z.string('must be a text').max(1_000, 'is too long')
const code = z.string('must be a text').max(40, 'is too long')
const email = z.string('must be a text').max(320, 'is too long')
const name = z.string('must be a text').max(200, 'is too long')
/** Base64url of what the browser made; other members are left out. */
const encoded = z.string('must be a text').max(16_000, 'is too long')
const attestation = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)
const here = z.enum(['true', 'false'], 'must be true or false').optional()

export function accountApi({ identity: { account, colleagues } }: Pick<App, 'identity'>) {
  const api = new Hono<HttpEnv>()
  for (const path of SENSITIVE) api.use(path, requireConfirmed)

  /** The change ended the marks of all devices; this one has just been proved the owner's. */
  async function rememberDevice(c: Context<HttpEnv>) {
    c.header('Set-Cookie', await account.rememberDevice(actorOf(c)), { append: true })
  }

  return api
    .get('/account', valid('query', noQuery), async (c) => c.json(await account.read(actorOf(c)), 200))
    .get('/account/refused-sign-ins', valid('query', noQuery), async (c) =>
      c.json(await account.refusedSignIns(actorOf(c)), 200),
    )
    .post('/account/confirmation', valid('json', z.strictObject({ password })), async (c) => {
      const refusal = await account.confirm(actorOf(c), c.req.valid('json').password)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .put(
      '/account/password',
      valid('json', z.strictObject({ present: password, next: password })),
      async (c) => {
        const refusal = await account.changePassword(actorOf(c), c.req.valid('json'))
        if (refusal) return refuse(c, refusal)
        await rememberDevice(c)
        return c.body(null, 204)
      },
    )
    .delete('/account/sessions', valid('query', z.strictObject({ here })), async (c) => {
      const ended = await account.endSessions(actorOf(c), { here: c.req.valid('query').here === 'true' })
      return c.json({ ended }, 200)
    })
    .delete('/account/sessions/:sid', async (c) => {
      if (await account.endSession(actorOf(c), c.req.param('sid'))) return c.body(null, 204)
      return refuse(c, { code: 'not-found', detail: 'That device is signed out already.' })
    })
    .post('/account/second-factor', async (c) => {
      const result = await account.beginSecondFactor(actorOf(c))
      return 'code' in result ? refuse(c, result) : c.json(result, 201)
    })
    .put('/account/second-factor', valid('json', z.strictObject({ code })), async (c) => {
      const result = await account.proveSecondFactor(actorOf(c), c.req.valid('json').code)
      if ('code' in result) return refuse(c, result)
      await rememberDevice(c)
      return c.json(result, 200)
    })
    .post('/account/second-factor/removal', valid('json', z.strictObject({ password, code })), async (c) => {
      const refusal = await account.removeSecondFactor(actorOf(c), c.req.valid('json'))
      if (refusal) return refuse(c, refusal)
      await rememberDevice(c)
      return c.body(null, 204)
    })
    .post('/account/recovery-codes', async (c) => {
      const result = await account.renewRecoveryCodes(actorOf(c))
      return 'code' in result ? refuse(c, result) : c.json(result, 200)
    })
    .post('/account/passkeys/options', async (c) => {
      const result = await account.passkeyOptions(actorOf(c))
      return 'code' in result ? refuse(c, result) : c.json(result, 200)
    })
    .post('/account/passkeys', valid('json', z.strictObject({ name, attestation })), async (c) => {
      const result = await account.addPasskey(actorOf(c), c.req.valid('json'))
      if ('code' in result) return refuse(c, result)
      await rememberDevice(c)
      return c.json(result, 201)
    })
    .patch('/account/passkeys/:id', valid('json', z.strictObject({ name })), async (c) => {
      const refusal = await account.renamePasskey(actorOf(c), c.req.param('id'), c.req.valid('json').name)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .delete('/account/passkeys/:id', async (c) => {
      const refusal = await account.removePasskey(actorOf(c), c.req.param('id'))
      if (refusal) return refuse(c, refusal)
      await rememberDevice(c)
      return c.body(null, 204)
    })
    .post(
      '/administrators',
      valid('json', z.strictObject({ email, password: password.optional(), role: role.default('uploader') })),
      async (c) => {
        const typed = c.req.valid('json')
        const result = await colleagues.create(actorOf(c), { ...typed, password: typed.password ?? null })
        return 'code' in result ? refuse(c, result) : c.json(result, 201)
      },
    )
    .put('/administrators/:id/role', valid('json', z.strictObject({ role })), async (c) => {
      const refusal = await colleagues.changeRole(actorOf(c), c.req.param('id'), c.req.valid('json').role)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .post('/administrators/:id/disablement', async (c) => {
      const refusal = await colleagues.disable(actorOf(c), c.req.param('id'))
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .post('/administrators/:id/password-reset', async (c) => {
      const refusal = await colleagues.sendReset(actorOf(c), c.req.param('id'), c.var.siteOrigin)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .post('/administrators/:id/restoration', async (c) => {
      const refusal = await colleagues.restore(actorOf(c), c.req.param('id'))
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
}

/** Refuses whoever has not typed the password within ten minutes. */
export const requireConfirmed = createMiddleware<HttpEnv>(async (c, next) => {
  if (!c.var.administrator.confirmed)
    return problem(c, 403, 'confirm-first', describeCode('confirm-first'), { field: 'password' })
  await next()
})

function actorOf(c: Context<HttpEnv>): Actor {
  const { administrator, address, requestId, siteOrigin: origin } = c.var
  return { administrator, address, origin, requestId, cookie: c.req.header('Cookie') ?? null }
}

function refuse(c: Context<HttpEnv>, { code, detail, field, retryAfter }: AccountRefusal) {
  return problem(c, statusOf(code), code, detail, { field, retryAfter })
}

function statusOf(code: AccountRefusal['code']) {
  if (code === 'not-found') return 404
  if (code === 'role-needed') return 403
  if (code === 'too-many-requests') return 429
  return TYPED_WRONG.includes(code) ? 422 : 409
}
