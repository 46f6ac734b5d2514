import { createRoute, z } from '@hono/zod-openapi'
import { answers, guarded, noQuery, refuses, security } from '#server/api/schemas.ts'
import { identitySchema } from './identity-schema.ts'

const LONGEST_TYPED = 1_000

const password = z.string('must be a text').max(LONGEST_TYPED, 'is too long')
const code = z.string('must be a text').max(40, 'is too long')
const common = { tags: ['Account'], security }
const done = { description: 'Done' }
const typedWrong = refuses('What was typed is not right; `field` says which')
const wait = refuses('too-many-requests')
const sensitive = { ...guarded, 403: refuses('confirm-first: the password has to be typed again') }
const idParam = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'is not the id of an administrator') })
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const daysAtWork = z
  .array(z.string())
  .openapi({ description: 'Days of the last 30, in India', example: ['2026-11-21'] })

const stateSchema = z
  .object({
    email: z.string(),
    owes: z.enum(['new-password', 'second-factor']).nullable().openapi({ description: 'What comes first' }),
    devices: z.array(
      z.object({
        sid: z.string(),
        device: z.string().openapi({ example: 'Chrome on Android' }),
        begun: z.string(),
        lastUsed: z.string(),
        present: z.boolean(),
        days: daysAtWork,
      }),
    ),
    formerDevices: z.array(z.object({ device: z.string(), days: daysAtWork })),
    secondFactor: z.object({
      since: z.string().nullable(),
      codesLeft: z.number().int(),
      required: z.boolean(),
    }),
    administrators: z.array(
      identitySchema.extend({
        id: z.string(),
        disabled: z.boolean(),
        secondFactor: z.boolean(),
        present: z.boolean(),
      }),
    ),
  })
  .openapi('Account')

export const read = createRoute({
  ...common,
  method: 'get',
  path: '/account',
  summary: 'The own account, where it is signed in, and who else administers',
  request: { query: noQuery },
  responses: { 200: answers('The account', stateSchema), ...guarded },
})

export const confirm = createRoute({
  ...common,
  method: 'post',
  path: '/account/confirmation',
  summary: 'Type the password again; what is sensitive is open for ten minutes',
  request: body(z.strictObject({ password })),
  responses: { 204: done, 422: typedWrong, 429: wait, ...guarded },
})

export const changePassword = createRoute({
  ...common,
  method: 'put',
  path: '/account/password',
  summary: 'Change the password; all other sessions end',
  request: body(z.strictObject({ present: password, next: password })),
  responses: { 204: done, 409: refuses('signed-out'), 422: typedWrong, 429: wait, ...guarded },
})

export const endSessions = createRoute({
  ...common,
  method: 'delete',
  path: '/account/sessions',
  summary: 'Sign out everywhere else, or here too',
  request: { query: z.strictObject({ here: z.enum(['true', 'false'], 'must be true or false').optional() }) },
  responses: { 200: answers('How many ended', z.object({ ended: z.number().int() })), ...guarded },
})

export const endSession = createRoute({
  ...common,
  method: 'delete',
  path: '/account/sessions/{sid}',
  summary: 'Sign one device out',
  request: { params: z.object({ sid: z.string().regex(/^[\w-]{43}$/, 'is not the name of a session') }) },
  responses: { 204: done, 404: refuses('not-found'), ...guarded },
})

export const beginSecondFactor = createRoute({
  ...common,
  method: 'post',
  path: '/account/second-factor',
  summary: 'A key for an authenticator app; it counts once a code has proven it',
  responses: {
    201: answers('The key, to type or as a QR code', z.object({ key: z.string(), address: z.string() })),
    409: refuses('second-factor-on'),
    ...sensitive,
  },
})

export const proveSecondFactor = createRoute({
  ...common,
  method: 'put',
  path: '/account/second-factor',
  summary: 'Switch the second factor on with a code of the new key',
  request: body(z.strictObject({ code })),
  responses: {
    200: answers('The recovery codes, shown this once', recoveryCodes),
    409: refuses('second-factor-on, second-factor-off, signed-out'),
    422: typedWrong,
    429: wait,
    ...sensitive,
  },
})

export const removeSecondFactor = createRoute({
  ...common,
  method: 'post',
  path: '/account/second-factor/removal',
  summary: 'Switch the second factor off, with the password and a code of either kind',
  request: body(z.strictObject({ password, code })),
  responses: {
    204: done,
    409: refuses('second-factor-off, signed-out'),
    422: typedWrong,
    429: wait,
    ...guarded,
  },
})

export const renewRecoveryCodes = createRoute({
  ...common,
  method: 'post',
  path: '/account/recovery-codes',
  summary: 'New recovery codes; the former ones are worth nothing any more',
  responses: {
    200: answers('The recovery codes, shown this once', recoveryCodes),
    409: refuses('second-factor-off, signed-out'),
    429: wait,
    ...sensitive,
  },
})

const madeSchema = z.object({
  id: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  password: z.string().nullable().openapi({ description: 'The one made here, shown this once' }),
})

export const create = createRoute({
  ...common,
  method: 'post',
  path: '/administrators',
  summary: 'Make an administrator, who must choose a password at the first sign-in',
  request: body(
    z.strictObject({
      email: z.string('must be a text').max(320, 'is too long'),
      password: password.optional(),
    }),
  ),
  responses: {
    201: answers('The administrator', madeSchema),
    409: refuses('email-already-in-use, signed-out'),
    422: typedWrong,
    429: wait,
    ...sensitive,
  },
})

export const disable = createRoute({
  ...common,
  method: 'post',
  path: '/administrators/{id}/disablement',
  summary: 'Disable an administrator and sign them out at once',
  request: { params: idParam },
  responses: {
    204: done,
    404: refuses('not-found'),
    409: refuses('last-administrator, your-own-account, signed-out'),
    ...sensitive,
  },
})

export const restore = createRoute({
  ...common,
  method: 'post',
  path: '/administrators/{id}/restoration',
  summary: 'Let a disabled administrator sign in again',
  request: { params: idParam },
  responses: { 204: done, 404: refuses('not-found'), 409: refuses('signed-out'), ...sensitive },
})

function body<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}
