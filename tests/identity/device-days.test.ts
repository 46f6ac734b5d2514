import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '#domain/identity/account.ts'
import { addDay, recentDays } from '#domain/identity/devices.server.ts'
import { EMAIL, openIdentitySite, PASSWORD, signedIn } from '#tests/support/identity-site.ts'
import { pass, type Visitor } from '#tests/support/second-factor.ts'
import { daysInWords } from '#web/routes/admin/account/section.tsx'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

// A quarter past midnight of 2 March in India.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T18:45:00Z') }))
afterEach(() => vi.useRealTimers())

async function signInFrom(visitor: Visitor, userAgent: string, password = PASSWORD) {
  const answer = await visitor.send('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ email: EMAIL, password }),
  })
  visitor.accessToken = ((await answer.json()) as { accessToken: string }).accessToken
}

async function accountOf(visitor: Visitor) {
  return (await (await visitor.call('GET', '/account')).json()) as AccountState
}

test('the account says on which days each device was at work, also of those that are signed out', async () => {
  await using site = await openIdentitySite()
  const [phone, desktop] = [site.visitor(), site.visitor()]
  for (const wait of [0, DAY, 2 * DAY]) {
    pass(wait)
    await signInFrom(phone, PHONE)
    for (const _call of [1, 2]) expect((await phone.callAdmin()).status).toBe(200)
  }
  await signInFrom(desktop, '')
  const { devices, formerDevices } = await accountOf(desktop)
  expect(devices.map(({ device, present, days }) => [device, present, days]).sort()).toEqual([
    ['A browser', true, ['2026-03-05']],
    ['Chrome on Android', false, ['2026-03-02', '2026-03-03', '2026-03-05']],
  ])
  expect(formerDevices).toEqual([])
  await phone.signOut()
  expect((await accountOf(desktop)).formerDevices).toEqual([
    { device: 'Chrome on Android', days: ['2026-03-02', '2026-03-03', '2026-03-05'] },
  ])
  pass(28 * DAY)
  await signInFrom(desktop, '')
  const later = await accountOf(desktop)
  expect(later.devices.map(({ days }) => days)).toEqual([['2026-03-05', '2026-04-02']])
  expect(later.formerDevices.map(({ days }) => days)).toEqual([['2026-03-05']])
  pass(2 * DAY)
  await signInFrom(desktop, '')
  expect((await accountOf(desktop)).formerDevices).toEqual([])
})

test('work that goes on past midnight is noted, and of a colleague nothing is shown', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create({ email: 'ravi@example.in', password: PASSWORD })
  const ravi = await signedIn(site, PASSWORD, 'ravi@example.in')
  await ravi.callAdmin()
  pass(22 * HOUR)
  const visitor = await signedIn(site)
  await visitor.callAdmin()
  for (let hour = 0; hour < 4; hour += 1) {
    pass(HOUR - 60_000)
    await visitor.send('/api/auth/token').then(async (answer) => {
      visitor.accessToken = ((await answer.json()) as { accessToken: string }).accessToken
    })
    expect((await visitor.callAdmin()).status).toBe(200)
  }
  const { devices, formerDevices } = await accountOf(visitor)
  expect(devices.map(({ days }) => days)).toEqual([['2026-03-02', '2026-03-03']])
  expect(formerDevices).toEqual([])
})

test('a device stays the same one when its password is changed', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const next = 'a quiet boat on the lake'
  expect((await visitor.call('PUT', '/account/password', { present: PASSWORD, next })).status).toBe(204)
  pass(DAY)
  await visitor.signIn(next)
  const { devices, formerDevices } = await accountOf(visitor)
  expect(devices.map(({ days }) => days)).toEqual([['2026-03-02', '2026-03-03']])
  expect(formerDevices).toEqual([])
})

test('a browser that is a new one each time does not fill the list', async () => {
  await using site = await openIdentitySite()
  for (let time = 0; time < 25; time += 1) {
    pass(HOUR)
    await (await signedIn(site)).callAdmin()
  }
  const rows = await site.db.selectFrom('deviceDays').select('deviceId').execute()
  expect(rows.length).toBeLessThanOrEqual(21)
})

test('thirty days are kept, each once and in order, within 1,024 characters', () => {
  let days: string[] = []
  for (let at = 0; at < 40; at += 1) {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
    for (const _time of [1, 2]) days = addDay(days, day)
  }
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-01-11', '2026-02-09'])
  expect(JSON.stringify(days).length).toBeLessThanOrEqual(1024)
  const long = Array.from({ length: 30 }, (_, at) => `${at}`.padStart(2, '0').padEnd(60, 'x'))
  const fitted = addDay(long, 'y')
  expect([JSON.stringify(fitted).length <= 1024, fitted.at(-1), fitted.length]).toEqual([true, 'y', 17])
  expect(recentDays(['2026-01-10', '2026-01-11', '2026-02-09', '2026-03-01'], '2026-02-09')).toEqual([
    '2026-01-11',
    '2026-02-09',
  ])
})

test.each([
  [['2026-11-21'], '21 November'],
  [['2026-11-21', '2026-11-22'], '21–22 November'],
  [
    ['2026-11-09', '2026-11-02', '2026-11-04', '2026-11-08', '2026-10-31'],
    '31 October, 2, 4 and 8–9 November',
  ],
])('%j is said as %s', (days, words) => {
  expect(daysInWords(days)).toBe(words)
})
