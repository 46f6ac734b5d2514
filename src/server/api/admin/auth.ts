// Longer than other files: each call is described for OpenAPI next to its answer.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { CodeRefusal, Identity, SignInRequest } from '#domain/identity/identity.ts'
import { describeCode, describeWait } from '#domain/identity/messages.ts'
import { refuse, requireOwnOrigin } from '#server/middleware/admin-guard.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, problemSchema } from '#server/serving/problem.ts'

const LOGIN_BODY_BYTES = 4 * 1024
const TYPED = ['/login', '/login/code', '/login/passkey', '/password-reset', '/password-reset/password']

const credentialsSchema = z.object({ email: z.string(), password: z.string() })
const tokenSchema = z.object({
  accessToken: z.string(),
  expiresIn: z.number().int().openapi({ description: 'Seconds' }),
})
/** Base64url, but for the names; members that the site does not read are left out. */
const assertionSchema = z
  .object({
    id: z.string(),
    rawId: z.string(),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
      userHandle: z.string().optional(),
    }),
  })
  .openapi('PasskeyAssertion')
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})
const emailSchema = z.object({ email: z.string().max(320) })
const newPasswordSchema = z.object({ token: z.string().max(100), password: z.string().max(1_000) })
const optionsSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int().openapi({ description: 'Milliseconds' }),
    userVerification: z.enum(['required', 'preferred']),
    allowCredentials: z.array(descriptor).optional(),
  })
  .openapi('PasskeyOptions')
const secondStepSchema = z.object({
  secondStep: z.object({
    expiresIn: z.number().int().openapi({ description: 'Seconds' }),
    passkey: optionsSchema.optional(),
    codes: z.boolean().optional(),
  }),
})
const codeSchema = z.union([z.object({ code: z.string() }), z.object({ passkey: assertionSchema })])
const shown = {
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
}

/** Every field that the specification lists. */
const identitySchema = z
  .object({
    uid: z.string(),
    ...shown,
    emailVerified: z.boolean(),
    tenantId: z.string().nullable(),
    providerData: z.array(z.object({ providerId: z.literal('password'), uid: z.string(), ...shown })),
    metadata: z.object({ creationTime: z.string(), lastSignInTime: z.string().nullable() }),
    isAnonymous: z.boolean(),
  })
  .openapi('Identity')
const sessionSchema = z.object({ administrator: identitySchema.nullable() })

const login = createRoute({
  method: 'post',
  path: '/login',
  tags: ['Sign-in'],
  summary: 'Sign in with email and password',
  request: { body: { required: true, content: { 'application/json': { schema: credentialsSchema } } } },
  responses: {
    200: answer('The stored token; the session comes as a cookie', tokenSchema),
    202: answer('The password is right; a code is asked for at /login/code', secondStepSchema),
    400: refusal('invalid-request'),
    401: refusal('invalid-credential'),
    403: refusal('user-disabled, foreign-origin'),
    413: refusal('too-large'),
    415: refusal('not-json'),
    429: refusal('too-many-requests'),
  },
})

const loginCode = createRoute({
  method: 'post',
  path: '/login/code',
  tags: ['Sign-in'],
  summary: 'The second step: a code of the authenticator app, a recovery code or a passkey',
  request: { body: { required: true, content: { 'application/json': { schema: codeSchema } } } },
  responses: {
    200: answer('The stored token; the session comes as a cookie', tokenSchema),
    400: refusal('invalid-request'),
    401: refusal('invalid-code, invalid-passkey, challenge-expired'),
    403: refusal('user-disabled, foreign-origin'),
    413: refusal('too-large'),
    415: refusal('not-json'),
    429: refusal('too-many-requests'),
  },
})

const passkeyOptions = createRoute({
  method: 'post',
  path: '/login/passkey/options',
  tags: ['Sign-in'],
  summary: 'What a browser needs to ask for a passkey; the challenge is good for five minutes, once',
  responses: { 200: answer('For navigator.credentials.get', optionsSchema), 403: refusal('foreign-origin') },
})

const loginPasskey = createRoute({
  method: 'post',
  path: '/login/passkey',
  tags: ['Sign-in'],
  summary: 'Sign in with a passkey alone',
  request: { body: { required: true, content: { 'application/json': { schema: assertionSchema } } } },
  responses: {
    200: answer('The stored token; the session comes as a cookie', tokenSchema),
    400: refusal('invalid-request'),
    401: refusal('invalid-passkey'),
    403: refusal('user-disabled, foreign-origin'),
    413: refusal('too-large'),
    415: refusal('not-json'),
    429: refusal('too-many-requests'),
  },
})

const askReset = createRoute({
  method: 'post',
  path: '/password-reset',
  tags: ['Sign-in'],
  summary: 'Mail a link for a new password',
  request: { body: { required: true, content: { 'application/json': { schema: emailSchema } } } },
  responses: {
    202: { description: 'If an administrator has this email, a mail is on its way' },
    400: refusal('invalid-request'),
    403: refusal('foreign-origin'),
    409: refusal('mail-not-set'),
    413: refusal('too-large'),
    415: refusal('not-json'),
    429: refusal('too-many-requests'),
  },
})

const useReset = createRoute({
  method: 'post',
  path: '/password-reset/password',
  tags: ['Sign-in'],
  summary: 'Set a new password by the secret of such a link, once',
  request: { body: { required: true, content: { 'application/json': { schema: newPasswordSchema } } } },
  responses: {
    204: { description: 'It counts now, and all sessions have ended' },
    400: refusal('invalid-request'),
    403: refusal('foreign-origin'),
    409: refusal('link-expired'),
    413: refusal('too-large'),
    415: refusal('not-json'),
    422: refusal('unacceptable-password'),
    429: refusal('too-many-requests'),
  },
})

const logout = createRoute({
  method: 'post',
  path: '/logout',
  tags: ['Sign-in'],
  summary: 'End the session',
  responses: { 204: { description: 'There is no session any more' }, 403: refusal('foreign-origin') },
})

const token = createRoute({
  method: 'get',
  path: '/token',
  tags: ['Sign-in'],
  summary: 'A new stored token for the session',
  responses: {
    200: answer('The stored token', tokenSchema),
    401: refusal('not-signed-in, user-token-expired'),
    403: refusal('user-disabled'),
  },
})

const session = createRoute({
  method: 'get',
  path: '/session',
  tags: ['Sign-in'],
  summary: 'Who is signed in',
  responses: { 200: answer('The administrator or null', sessionSchema) },
})

export function authApi(identity: Identity) {
  const api = new OpenAPIHono<HttpEnv>({
    defaultHook: (result, c) => (result.success ? undefined : invalid(c)),
  })
  api.use(noStore)
  api.on('POST', ['/login/*', '/password-reset/*', '/logout'], requireOwnOrigin)
  api.on('POST', TYPED, bodyLimit({ maxSize: LOGIN_BODY_BYTES, onError: tooLarge }), requireJson)
  return api
    .openapi(login, async (c) => {
      const result = await identity.signIn(c.req.valid('json'), requestOf(c))
      if ('code' in result) return refuseSignIn(c, result)
      setCookies(c, result.cookies)
      if ('secondStep' in result) return c.json({ secondStep: result.secondStep }, 202)
      return c.json({ accessToken: result.accessToken, expiresIn: result.expiresIn }, 200)
    })
    .openapi(loginCode, async (c) => {
      const result = await identity.finishSignIn(proofOf(c.req.valid('json')), requestOf(c))
      if ('code' in result) return refuseSignIn(c, result)
      setCookies(c, result.cookies)
      return c.json({ accessToken: result.accessToken, expiresIn: result.expiresIn }, 200)
    })
    .openapi(passkeyOptions, (c) => c.json(identity.passkeyOptions(requestOf(c)), 200))
    .openapi(loginPasskey, async (c) => {
      const result = await identity.signInWithPasskey(c.req.valid('json'), requestOf(c))
      if ('code' in result) return refuseSignIn(c, result)
      setCookies(c, result.cookies)
      return c.json({ accessToken: result.accessToken, expiresIn: result.expiresIn }, 200)
    })
    .openapi(askReset, async (c) => {
      const { address, requestId, siteOrigin } = c.var
      const result = await identity.resets.ask(c.req.valid('json').email, { address, requestId, siteOrigin })
      if (result === 0) return c.body(null, 202)
      if (typeof result === 'number')
        return refuseSignIn(c, { code: 'too-many-requests', retryAfter: result })
      return problem(c, 409, result.code, result.detail)
    })
    .openapi(useReset, async (c) => {
      const { token, password } = c.req.valid('json')
      const result = await identity.resets.use(token, password, { requestId: c.var.requestId })
      if (!result) return c.body(null, 204)
      const { code, detail, field, retryAfter } = result
      const status = code === 'too-many-requests' ? 429 : code === 'link-expired' ? 409 : 422
      return problem(c, status, code, detail, { field, retryAfter })
    })
    .openapi(logout, async (c) => {
      const { cookies } = await identity.signOut(cookieOf(c), { requestId: c.var.requestId })
      setCookies(c, cookies)
      return c.body(null, 204)
    })
    .openapi(token, async (c) => {
      const result = await identity.issueToken(cookieOf(c))
      return typeof result === 'string' ? refuse(c, result) : c.json(result, 200)
    })
    .openapi(session, async (c) => {
      const found = await identity.findSession(cookieOf(c), { extend: false })
      return c.json({ administrator: found && (await identity.recordOf(found.administrator.id)) }, 200)
    })
}

function answer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

function refusal(description: string) {
  return { description, content: { 'application/problem+json': { schema: problemSchema } } }
}

const noStore = createMiddleware(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

const requireJson = createMiddleware<HttpEnv>(async (c, next) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    return problem(c, 415, 'not-json', 'Send what the sign-in asks for as JSON.')
  try {
    await c.req.json()
  } catch {
    return invalid(c)
  }
  await next()
})

function invalid(c: Context) {
  return problem(
    c,
    400,
    'invalid-request',
    'Send a JSON object with the texts email and password, or code, or a passkey’s answer.',
  )
}

function tooLarge(c: Context) {
  return problem(c, 413, 'too-large', `A sign-in may have at most ${LOGIN_BODY_BYTES} bytes.`)
}

function refuseSignIn(c: Context<HttpEnv>, result: CodeRefusal) {
  if (result.code === 'too-many-requests') {
    const { retryAfter } = result
    return problem(c, 429, result.code, describeWait(retryAfter), { retryAfter })
  }
  return problem(c, result.code === 'user-disabled' ? 403 : 401, result.code, describeCode(result.code))
}

function proofOf(body: z.infer<typeof codeSchema>) {
  return 'code' in body ? body.code : body.passkey
}

function requestOf(c: Context<HttpEnv>): SignInRequest {
  const { address, requestId, siteOrigin: origin } = c.var
  const userAgent = c.req.header('User-Agent') ?? null
  return { address, origin, requestId, cookie: cookieOf(c), userAgent }
}

function cookieOf(c: Context<HttpEnv>) {
  return c.req.header('Cookie') ?? null
}

function setCookies(c: Context<HttpEnv>, cookies: string[]) {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}
