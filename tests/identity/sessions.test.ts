import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeOf, EMAIL, openIdentitySite, PASSWORD } from '#tests/support/identity-site.ts'

const MINUTE = 60_000
const OTHER = { email: 'other@example.in', password: 'seven lamps under water' }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

function pass(minutes: number) {
  vi.setSystemTime(Date.now() + minutes * MINUTE)
}

test('without a session /session knows nobody and /token says so', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  expect(await (await visitor.send('/api/auth/session')).json()).toEqual({ administrator: null })
  const response = await visitor.send('/api/auth/token')
  expect([response.status, await codeOf(response)]).toEqual([401, 'not-signed-in'])
})

test('with a session /session tells the email, /token gives a new token, and neither is stored by anybody', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  const session = await visitor.send('/api/auth/session')
  expect(await session.json()).toMatchObject({ administrator: { email: EMAIL } })
  pass(1)
  const token = await visitor.send('/api/auth/token')
  for (const response of [session, token]) expect(response.headers.get('Cache-Control')).toBe('no-store')
  const body = (await token.json()) as { accessToken: string; expiresIn: number }
  expect(Object.keys(body).sort()).toEqual(['accessToken', 'expiresIn'])
  expect(body.expiresIn).toBe(900)
  visitor.accessToken = body.accessToken
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('a session ends after an hour without use', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  pass(59)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).not.toBeNull()
  pass(1)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).toBeNull()
  const response = await visitor.send('/api/auth/token')
  expect([response.status, await codeOf(response)]).toEqual([401, 'user-token-expired'])
  expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('an admin call counts as use, and so does a page of the admin area', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  pass(14)
  expect((await visitor.callAdmin()).status).toBe(200)
  pass(59)
  expect(await site.identity.findSession(visitor.cookie, { extend: true })).not.toBeNull()
  pass(59)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).not.toBeNull()
})

test('refreshing the token and asking for the session do not lengthen the idle time', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  for (let minute = 10; minute < 60; minute += 10) {
    pass(10)
    expect((await visitor.send('/api/auth/token')).status).toBe(200)
    await visitor.send('/api/auth/session')
  }
  pass(10)
  expect((await visitor.send('/api/auth/token')).status).toBe(401)
})

test('a session in constant use ends after twelve hours', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  for (let minutes = 30; minutes < 12 * 60; minutes += 30) {
    pass(30)
    expect(await site.identity.findSession(visitor.cookie, { extend: true })).not.toBeNull()
  }
  pass(30)
  expect(await site.identity.findSession(visitor.cookie, { extend: true })).toBeNull()
})

test('the twelve hours count from when the session was made, whatever its row says of its use', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  const now = Date.now() + 12 * 60 * MINUTE
  await site.db
    .updateTable('sessions')
    .set({ usedAt: new Date(now).toISOString() })
    .execute()
  vi.setSystemTime(now)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).toBeNull()
})

test('the sixth sign-in ends the first session and no other', async () => {
  await using site = await openIdentitySite()
  const visitors = Array.from({ length: 6 }, () => site.visitor())
  for (const visitor of visitors) await visitor.signIn()
  const statuses = await Promise.all(visitors.map(async (visitor) => (await visitor.callAdmin()).status))
  expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
})

test('six sign-ins at the same moment leave five sessions', async () => {
  await using site = await openIdentitySite()
  const visitors = Array.from({ length: 4 }, () => site.visitor())
  await Promise.all(visitors.map((visitor) => visitor.signIn()))
  const more = Array.from({ length: 2 }, () => site.visitor())
  await Promise.all(more.map((visitor) => visitor.signIn()))
  const statuses = await Promise.all(
    [...visitors, ...more].map(async (one) => (await one.callAdmin()).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
})

test('signing in again in the same browser ends its former session', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  const former = visitor.cookie
  await visitor.signIn()
  expect(visitor.cookie).not.toBe(former)
  expect(await site.identity.findSession(former, { extend: false })).toBeNull()
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('signing out ends the session on the server and clears the cookie', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  const { cookie } = visitor
  const response = await visitor.signOut()
  expect(response.status).toBe(204)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.getSetCookie().join()).toMatch(
    /^__Host-session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  visitor.cookie = cookie
  expect((await visitor.callAdmin()).status).toBe(401)
})

test('signing out twice, or without a session, is no error', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  expect((await visitor.signOut()).status).toBe(204)
  visitor.cookie = '__Host-session=made.up'
  expect((await visitor.signOut()).status).toBe(204)
})

test('another site cannot sign anybody out', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  const response = await visitor.send('/api/auth/logout', {
    method: 'POST',
    headers: { Origin: 'https://evil.example' },
  })
  expect([response.status, await codeOf(response)]).toEqual([403, 'foreign-origin'])
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('a disabled account is signed out at once, everywhere, and told why', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create(OTHER)
  const visitor = site.visitor()
  await visitor.signIn()
  await site.identity.administrators.disable(EMAIL)
  expect(await site.identity.findSession(visitor.cookie, { extend: true })).toBeNull()
  for (const response of [await visitor.callAdmin(), await visitor.send('/api/auth/token')]) {
    expect([response.status, await codeOf(response)]).toEqual([403, 'user-disabled'])
  }
})

test('a new password ends all sessions and the wait after failures', async () => {
  await using site = await openIdentitySite()
  const [signedIn, guesser] = [site.visitor(), site.visitor('192.0.2.1')]
  await signedIn.signIn()
  for (let failure = 1; failure <= 5; failure++) await guesser.signIn('a wrong one')
  expect(await site.identity.administrators.setPassword(EMAIL, OTHER.password)).toBe(true)
  expect((await signedIn.callAdmin()).status).toBe(401)
  expect((await site.visitor().signIn(OTHER.password)).status).toBe(200)
  expect((await site.visitor().signIn(PASSWORD)).status).toBe(401)
})
