import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeDevice } from '#server/adapters/auth/sign-in.ts'
import {
  accountChanges,
  codeOf,
  EMAIL,
  expectRefusal,
  MINUTE,
  OTHER,
  openIdentitySite,
  PASSWORD,
  signedIn,
} from '../support/identity-site.ts'
import { codeAt, pass, withSecondFactor } from '../support/second-factor.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

function passMinutes(minutes: number) {
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
  passMinutes(1)
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
  passMinutes(59)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).not.toBeNull()
  passMinutes(1)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).toBeNull()
  const response = await visitor.send('/api/auth/token')
  expect([response.status, await codeOf(response)]).toEqual([401, 'user-token-expired'])
  expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('an admin call counts as use, and so does a page of the admin area', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  passMinutes(14)
  expect((await visitor.callAdmin()).status).toBe(200)
  passMinutes(59)
  expect(await site.identity.findSession(visitor.cookie, { extend: true })).not.toBeNull()
  passMinutes(59)
  expect(await site.identity.findSession(visitor.cookie, { extend: false })).not.toBeNull()
})

test('refreshing the token and asking for the session do not lengthen the idle time', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  for (let minute = 10; minute < 60; minute += 10) {
    passMinutes(10)
    expect((await visitor.send('/api/auth/token')).status).toBe(200)
    await visitor.send('/api/auth/session')
  }
  passMinutes(10)
  expect((await visitor.send('/api/auth/token')).status).toBe(401)
})

test('a session in constant use ends after twelve hours', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  await visitor.signIn()
  for (let minutes = 30; minutes < 12 * 60; minutes += 30) {
    passMinutes(30)
    expect(await site.identity.findSession(visitor.cookie, { extend: true })).not.toBeNull()
  }
  passMinutes(30)
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

test('sessions are listed in words, ended one by one, all others, or all', async () => {
  await using site = await openIdentitySite()
  const phone = site.visitor()
  const userAgent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
  await phone.send('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  pass(MINUTE)
  const [here, there] = [await signedIn(site), await signedIn(site)]
  const { devices } = (await (await here.call('GET', '/account')).json()) as {
    devices: { sid: string; device: string; present: boolean; begun: string }[]
  }
  expect(devices.map(({ device, present }) => [device, present]).sort()).toEqual([
    ['A browser', false],
    ['A browser', true],
    ['Chrome on Android', false],
  ])
  const stored = await site.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('AppleWebKit')
  const sid = devices.find(({ device }) => device === 'Chrome on Android')?.sid
  expect((await here.call('DELETE', `/account/sessions/${sid}`)).status).toBe(204)
  expect((await here.call('DELETE', `/account/sessions/${sid}`)).status).toBe(404)
  expect((await phone.send('/api/auth/token')).status).toBe(401)
  expect(await (await here.call('DELETE', '/account/sessions')).json()).toEqual({ ended: 1 })
  expect(await (await here.call('DELETE', '/account/sessions')).json()).toEqual({ ended: 0 })
  expect((await there.callAdmin()).status).toBe(401)
  expect((await here.callAdmin()).status).toBe(200)
  expect(await (await here.call('DELETE', '/account/sessions?here=true')).json()).toEqual({ ended: 1 })
  expect((await here.callAdmin()).status).toBe(401)
  expect((await accountChanges(site)).map(([, action]) => action)).toEqual([
    'device signed out',
    'signed out elsewhere',
    'signed out everywhere',
  ])
})

test('a session that is over is not listed', async () => {
  await using site = await openIdentitySite()
  await signedIn(site)
  pass(61 * MINUTE)
  const here = await signedIn(site)
  const { devices } = (await (await here.call('GET', '/account')).json()) as { devices: object[] }
  expect(devices).toHaveLength(1)
})

test('nobody ends another administrator’s session', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create(OTHER)
  const other = await signedIn(site, OTHER.password, OTHER.email)
  const { devices } = (await (await other.call('GET', '/account')).json()) as { devices: { sid: string }[] }
  const here = await signedIn(site)
  expect((await here.call('DELETE', `/account/sessions/${devices[0]?.sid}`)).status).toBe(404)
  await here.call('DELETE', '/account/sessions?here=true')
  expect((await other.callAdmin()).status).toBe(200)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['<script>alert(1)</script>', 'A browser'],
  [null, 'A browser'],
])('%s is told as %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const _PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

test('a session begun while the clock was ahead does not outlive its limits when the clock is put right', async () => {
  await using site = await openIdentitySite()
  pass(300 * DAY)
  const visitor = await signedIn(site)
  pass(-300 * DAY)
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('a clock put back by minutes signs nobody out', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  pass(-10 * 60_000)
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('a challenge given while the clock was ahead is over when the clock is put right', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  pass(300 * DAY)
  const visitor = site.visitor()
  expect((await visitor.signIn()).status).toBe(202)
  pass(-300 * DAY)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
})

test('what a confirmation opens is not open for longer because the clock was ahead', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  pass(-10 * 60_000)
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 403, 'confirm-first')
})

test('what the database holds of a session signs nobody in', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  const row = await site.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const [, signature = ''] = owner.cookie.split('.')
  const thief = site.visitor('192.0.2.1')
  thief.accessToken = owner.accessToken
  for (const value of [row.sid, row.deviceId, String(row.serial)])
    for (const cookie of [value, `${value}.${signature}`, `${value}.${value}`]) {
      thief.cookie = `__Host-session=${cookie}`
      await expectRefusal(await thief.callAdmin(), 401, 'user-token-expired')
    }
  expect((await owner.callAdmin()).status).toBe(200)
})
