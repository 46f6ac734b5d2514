import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import { codeOf, EMAIL, openIdentitySite, PASSWORD, SECRET, WRONG } from '../support/identity-site.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('the right password answers with a token and a session cookie, and nothing else', async () => {
  await using site = await openIdentitySite()
  const response = await site.visitor().signIn()
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const body = (await response.json()) as object
  expect(Object.keys(body).sort()).toEqual(['accessToken', 'expiresIn'])
  expect(body).toMatchObject({ expiresIn: 900 })
})

test('the session cookie is bound to the host, secure, out of reach of scripts and of other sites', async () => {
  await using site = await openIdentitySite()
  const [cookie = '', device = '', ...others] = (await site.visitor().signIn()).headers.getSetCookie()
  expect(others).toEqual([])
  expect(device).toMatch(
    /^__Host-device=[\w-]+\.[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const [pair, ...attributes] = cookie.split('; ')
  expect(pair).toMatch(/^__Host-session=./)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure'])
})

test('on plain http the cookie has a name without the prefix and is not Secure', async () => {
  await using site = await openIdentitySite({ secureCookies: false })
  const visitor = site.visitor()
  const [cookie = ''] = (await visitor.signIn()).headers.getSetCookie()
  const [pair, ...attributes] = cookie.split('; ')
  expect(pair).toMatch(/^session=./)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict'])
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('the email may be typed in capitals and with spaces around it', async () => {
  await using site = await openIdentitySite()
  expect((await site.visitor().signIn(PASSWORD, `  ${EMAIL.toUpperCase()} `)).status).toBe(200)
})

test('the longest allowed password, in characters that take two units each, can sign in', async () => {
  await using site = await openIdentitySite()
  const password = Array.from({ length: 128 }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 7) % 200)),
  ).join('')
  await site.identity.administrators.create({ email: 'other@example.in', password })
  expect((await site.visitor().signIn(password, 'other@example.in')).status).toBe(200)
})

test('a wrong password, an unknown account and no address at all answer alike and cost one hash each', async () => {
  await using site = await openIdentitySite()
  const bodies: string[] = []
  for (const email of [EMAIL, 'nobody@example.in', 'not an address', '']) {
    site.counts.hashed = 0
    const response = await site.visitor().signIn(WRONG, email)
    expect(site.counts.hashed).toBe(1)
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie()).toEqual([])
    bodies.push(await response.text())
  }
  expect(new Set(bodies).size).toBe(1)
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
    code: 'invalid-credential',
    detail: 'Email or password is not right.',
  })
})

test('an overlong password is answered like a wrong one', async () => {
  await using site = await openIdentitySite()
  const response = await site.visitor().signIn('x'.repeat(3000))
  expect(response.status).toBe(401)
  expect(site.counts.hashed).toBe(1)
})

test('a disabled account says so only after the right password', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create({ email: 'other@example.in', password: PASSWORD })
  await site.identity.administrators.disable(EMAIL)
  const wrong = await site.visitor().signIn(WRONG)
  expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'invalid-credential'])
  const right = await site.visitor().signIn()
  expect([right.status, await codeOf(right)]).toEqual([403, 'user-disabled'])
  expect(right.headers.getSetCookie()).toEqual([])
})

test('a sign-in from another site, or from nowhere, is refused', async () => {
  await using site = await openIdentitySite()
  for (const origin of ['https://evil.example', 'null', '']) {
    const response = await site.visitor().send('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    })
    expect([response.status, await codeOf(response)]).toEqual([403, 'foreign-origin'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  }
  expect(site.counts.hashed).toBe(0)
})

test.each([
  [
    'more than 4 KiB',
    'application/json',
    JSON.stringify({ email: EMAIL, password: 'x'.repeat(4096) }),
    413,
    'too-large',
  ],
  ['a form', 'application/x-www-form-urlencoded', 'email=a&password=b', 415, 'not-json'],
  ['half a JSON text', 'application/json', '{"email":', 400, 'invalid-request'],
  ['JSON without a password', 'application/json', JSON.stringify({ email: EMAIL }), 400, 'invalid-request'],
  ['JSON that is not an object', 'application/json', 'null', 400, 'invalid-request'],
])('a sign-in that is %s is refused before hashing', async (_what, type, body, status, code) => {
  await using site = await openIdentitySite()
  const response = await site.visitor().send('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  })
  expect([response.status, await codeOf(response)]).toEqual([status, code])
  expect(site.counts.hashed).toBe(0)
})

test('there is no other address below it', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  for (const path of ['sign-in/email', 'sign-up/email', 'get-session', 'jwks', 'admin/list-users', 'ok']) {
    for (const method of ['GET', 'POST']) {
      expect((await visitor.send(`/api/auth/${path}`, { method })).status).toBe(404)
    }
  }
})

test('the log tells sign-ins, refusals and sign-outs with request and account, never a password, token or cookie', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn(WRONG)
  await visitor.signIn(WRONG, 'nobody@example.in')
  await visitor.signIn()
  const { cookie, accessToken } = visitor
  await visitor.signOut()
  const [administrator] = await site.identity.administrators.list()
  const accountId = administrator?.id
  const refusal = { requestId: 'request-1', address: '203.0.113.7', code: 'invalid-credential' }
  expect(site.entries).toEqual([
    { level: 'warn', message: 'sign-in refused', fields: { ...refusal, accountId } },
    { level: 'warn', message: 'sign-in refused', fields: { ...refusal, accountId: null } },
    { level: 'info', message: 'signed in', fields: { requestId: 'request-1', accountId } },
    { level: 'info', message: 'signed out', fields: { requestId: 'request-1', accountId } },
  ])
  const text = JSON.stringify(site.entries)
  for (const secret of [WRONG, PASSWORD, cookie.split('=')[1] ?? '', accessToken]) {
    expect(text).not.toContain(secret)
  }
})

test('a new AUTH_SECRET ends the sessions and signing in works again', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  const renewed = createIdentity({ ...site.settings, secrets: [`${SECRET}, another one`] })
  expect(await renewed.findSession(visitor.cookie, { extend: false })).toBeNull()
  const request = { address: '192.0.2.1', origin: 'https://a.example', requestId: 'request-2', cookie: null }
  expect(await renewed.signIn({ email: EMAIL, password: PASSWORD }, request)).toHaveProperty('accessToken')
})
