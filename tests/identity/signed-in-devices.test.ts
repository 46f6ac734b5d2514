import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeDevice } from '#domain/identity/device-words.ts'
import {
  EMAIL,
  type IdentitySite,
  openIdentitySite,
  PASSWORD,
  signedIn,
} from '#tests/support/identity-site.ts'
import { pass } from '#tests/support/second-factor.ts'

const OTHER = { email: 'ravi@example.in', password: 'a quiet boat on the lake' }
const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

async function journalOf(site: IdentitySite) {
  return (await site.db.selectFrom('journal').selectAll().orderBy('id').execute()).map(
    ({ author, action, kind, subject }) => [author, action, kind, subject],
  )
}

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
  expect((await journalOf(site)).map(([, action]) => action)).toEqual([
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
