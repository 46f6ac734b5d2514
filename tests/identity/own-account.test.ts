import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeDevice } from '#domain/identity/device-words.ts'
import { codeOf, EMAIL, type IdentitySite, openIdentitySite, PASSWORD } from '#tests/support/identity-site.ts'
import { codeAt, switchOn } from '#tests/support/second-factor.ts'

const NEW = 'seven lamps under water'
const OTHER = { email: 'ravi@example.in', password: 'a quiet boat on the lake' }
const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

function pass(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds)
}

async function signedIn(site: IdentitySite, password = PASSWORD, email = EMAIL) {
  const visitor = site.visitor()
  expect((await visitor.signIn(password, email)).status).toBe(200)
  return visitor
}

async function expectRefusal(response: Response, status: number, code: string) {
  expect([response.status, await codeOf(response)]).toEqual([status, code])
}

async function journalOf(site: IdentitySite) {
  return (await site.db.selectFrom('journal').selectAll().orderBy('id').execute()).map(
    ({ author, action, kind, subject }) => [author, action, kind, subject],
  )
}

test('a changed password signs in, ends all other sessions, keeps this one, and is in the journal', async () => {
  await using site = await openIdentitySite()
  const [here, there] = [await signedIn(site), await signedIn(site)]
  expect((await here.call('PUT', '/account/password', { present: PASSWORD, next: NEW })).status).toBe(204)
  expect((await here.callAdmin()).status).toBe(200)
  expect((await there.callAdmin()).status).toBe(401)
  expect((await site.visitor().signIn()).status).toBe(401)
  expect((await site.visitor().signIn(NEW)).status).toBe(200)
  expect(await journalOf(site)).toEqual([[EMAIL, 'password changed', 'administrator', EMAIL]])
  expect(
    JSON.stringify([site.entries, await site.db.selectFrom('journal').selectAll().execute()]),
  ).not.toContain(NEW)
})

test.each([
  ['not the password at all', NEW, 'wrong-password', 'present'],
  [PASSWORD, 'short', 'unacceptable-password', 'next'],
  [PASSWORD, 'passwordpassword', 'unacceptable-password', 'next'],
  [PASSWORD, `${EMAIL.split('@')[0]} and fourteen more`, 'unacceptable-password', 'next'],
  [PASSWORD, PASSWORD, 'unacceptable-password', 'next'],
])('a change from %s to %s is refused at its field', async (present, next, code, field) => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const response = await visitor.call('PUT', '/account/password', { present, next })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code, field, detail: expect.stringMatching(/\.$/) })
  expect((await site.visitor().signIn()).status).toBe(200)
})

test('wrong present passwords are held up like wrong sign-ins, wherever they are typed', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const wrong = 'not the password at all'
  for (let guess = 1; guess <= 3; guess++)
    expect((await visitor.call('POST', '/account/confirmation', { password: wrong })).status).toBe(422)
  for (let guess = 1; guess <= 2; guess++)
    expect((await visitor.call('PUT', '/account/password', { present: wrong, next: NEW })).status).toBe(422)
  const held = await visitor.call('PUT', '/account/password', { present: PASSWORD, next: NEW })
  expect(held.headers.get('Retry-After')).toBe('30')
  await expectRefusal(held, 429, 'too-many-requests')
  expect((await visitor.signIn()).status).toBe(429)
})

test('two changes from the same password at the same moment: one is done', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const changes = [NEW, OTHER.password].map(
    async (next) => (await visitor.call('PUT', '/account/password', { present: PASSWORD, next })).status,
  )
  expect((await Promise.all(changes)).sort()).toEqual([204, 422])
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
  const stored = await site.db
    .withoutPlugins()
    .selectFrom('session' as never)
    .selectAll()
    .execute()
  expect(JSON.stringify(stored)).not.toContain('AppleWebKit')
  const sid = devices.find(({ device }) => device === 'Chrome on Android')?.sid
  expect((await here.call('DELETE', `/account/sessions/${sid}`)).status).toBe(204)
  expect((await here.call('DELETE', `/account/sessions/${sid}`)).status).toBe(404)
  expect((await phone.send('/api/auth/token')).status).toBe(401)
  expect(await (await here.call('DELETE', '/account/sessions')).json()).toEqual({ ended: 1 })
  expect((await there.callAdmin()).status).toBe(401)
  expect((await here.callAdmin()).status).toBe(200)
  expect(await (await here.call('DELETE', '/account/sessions?here=true')).json()).toEqual({ ended: 1 })
  expect((await here.callAdmin()).status).toBe(401)
  expect((await journalOf(site)).map(([, action]) => action)).toEqual([
    'device signed out',
    'signed out everywhere',
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

test('what is sensitive asks for the password again after ten minutes, and once is enough for the next ten', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  pass(10 * MINUTE)
  const sensitive = [
    ['POST', '/account/second-factor'],
    ['PUT', '/account/second-factor', { code: '000000' }],
    ['POST', '/account/recovery-codes'],
    ['POST', '/administrators', { email: OTHER.email }],
    ['POST', '/administrators/someone/disablement'],
    ['POST', '/administrators/someone/restoration'],
  ] as const
  for (const [method, path, body] of sensitive)
    await expectRefusal(await visitor.call(method, path, body), 403, 'confirm-first')
  const wrong = await visitor.call('POST', '/account/confirmation', { password: 'not the password at all' })
  expect(await wrong.json()).toMatchObject({ code: 'wrong-password', field: 'password' })
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 403, 'confirm-first')
  expect((await visitor.call('POST', '/account/confirmation', { password: PASSWORD })).status).toBe(204)
  pass(9 * MINUTE)
  const renewed = await (await visitor.send('/api/auth/token')).json()
  visitor.accessToken = (renewed as { accessToken: string }).accessToken
  expect((await visitor.call('POST', '/account/second-factor')).status).toBe(201)
  pass(MINUTE)
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 403, 'confirm-first')
})

test('one browser’s confirmation does not open what is sensitive in another', async () => {
  await using site = await openIdentitySite()
  const [here, there] = [await signedIn(site), await signedIn(site)]
  pass(11 * MINUTE)
  await here.call('POST', '/account/confirmation', { password: PASSWORD })
  expect((await here.call('POST', '/account/second-factor')).status).toBe(201)
  await expectRefusal(await there.call('POST', '/account/second-factor'), 403, 'confirm-first')
})

test('a second factor is on only when a code has proven it, and off only with password and code', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  await expectRefusal(
    await visitor.call('PUT', '/account/second-factor', { code: '123456' }),
    422,
    'wrong-code',
  )
  const begun = (await (await visitor.call('POST', '/account/second-factor')).json()) as {
    key: string
    address: string
  }
  expect(begun.address).toContain(`secret=${begun.key}`)
  expect(begun.address).toMatch(/^otpauth:\/\/totp\/Thervu:meena%40example\.in\?/)
  expect((await site.visitor().signIn()).status).toBe(200)
  const { key, recoveryCodes } = await switchOn(visitor)
  expect(key).not.toBe(begun.key)
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 409, 'second-factor-on')
  pass(MINUTE)
  const remove = (password: string, code: string) =>
    visitor.call('POST', '/account/second-factor/removal', { password, code })
  expect(await (await remove('not the password', codeAt(key))).json()).toMatchObject({ field: 'password' })
  expect(await (await remove(PASSWORD, '000000')).json()).toMatchObject({ field: 'code' })
  const renewed = (await (await visitor.call('POST', '/account/recovery-codes')).json()) as {
    recoveryCodes: string[]
  }
  expect((await remove(PASSWORD, recoveryCodes[0] ?? '')).status).toBe(422)
  expect((await remove(PASSWORD, renewed.recoveryCodes[0] ?? '')).status).toBe(204)
  await expectRefusal(await remove(PASSWORD, codeAt(key)), 409, 'second-factor-off')
  expect((await site.visitor().signIn()).status).toBe(200)
  expect((await journalOf(site)).map(([, action]) => action)).toEqual([
    'second factor switched on',
    'recovery codes renewed',
    'recovery code used',
    'second factor switched off',
  ])
})

test('where a second factor is required, nothing else is open before it is on', async () => {
  await using site = await openIdentitySite({ requireSecondFactor: true })
  const visitor = await signedIn(site)
  await expectRefusal(await visitor.callAdmin(), 403, 'second-factor-required')
  for (const [method, path] of [
    ['POST', '/administrators'],
    ['POST', '/account/recovery-codes'],
    ['DELETE', '/account/sessions'],
  ] as const)
    await expectRefusal(await visitor.call(method, path), 403, 'second-factor-required')
  expect(await (await visitor.call('GET', '/account')).json()).toMatchObject({ owes: 'second-factor' })
  await switchOn(visitor)
  expect((await visitor.callAdmin()).status).toBe(200)
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
