import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeOf, openIdentitySite, PASSWORD } from '#tests/support/identity-site.ts'

const WRONG = 'not the password at all'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('after five failures a network waits 30, 60, 120, 240, 480 and 900 seconds, and another does not', async () => {
  await using site = await openIdentitySite()
  const attacker = site.visitor('198.51.100.1')
  for (let failure = 1; failure <= 5; failure++) expect((await attacker.signIn(WRONG)).status).toBe(401)
  for (const seconds of [30, 60, 120, 240, 480, 900]) {
    vi.setSystemTime(Date.now() + seconds * 1000)
    expect((await attacker.signIn(WRONG)).status).toBe(401)
  }
  vi.setSystemTime(Date.now() + 900_000 - 1)
  expect((await attacker.signIn(PASSWORD)).status).toBe(429)
  expect((await site.visitor('192.0.2.1').signIn(PASSWORD)).status).toBe(200)
  vi.setSystemTime(Date.now() + 1)
  expect((await attacker.signIn(PASSWORD)).status).toBe(200)
})

test('too many attempts are told how long to wait', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  for (let failure = 1; failure <= 5; failure++) await visitor.signIn(WRONG)
  const problem = await (await visitor.signIn()).json()
  expect(problem).toMatchObject({
    code: 'too-many-requests',
    retryAfter: 30,
    detail: 'Too many attempts. Try again in 30 seconds.',
  })
})

test('a right password makes the account forget its failures', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  for (let failure = 1; failure <= 4; failure++) await visitor.signIn(WRONG)
  expect((await visitor.signIn()).status).toBe(200)
  for (let failure = 1; failure <= 5; failure++) expect((await visitor.signIn(WRONG)).status).toBe(401)
})

test('an unknown account is held up just like a known one', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  for (let failure = 1; failure <= 5; failure++) await visitor.signIn(WRONG, 'nobody@example.in')
  expect((await visitor.signIn(WRONG, 'nobody@example.in')).status).toBe(429)
})

test('of many guesses sent at the same moment only the five free ones are looked at', async () => {
  await using site = await openIdentitySite()
  const guesses = Array.from({ length: 20 }, () => site.visitor().signIn(WRONG))
  const statuses = (await Promise.all(guesses)).map((response) => response.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect(site.counts.hashed).toBe(5)
})

test('what was typed as the email is not stored', async () => {
  await using site = await openIdentitySite()
  await site.visitor().signIn(WRONG, 'typed-into-the-wrong-field')
  const rows = await site.db.selectFrom('signInFailures').selectAll().execute()
  expect(rows).not.toEqual([])
  expect(JSON.stringify(rows)).not.toContain('typed-into')
})

test('one address has ten attempts in ten minutes, whatever the accounts', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor('192.0.2.1')
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect((await visitor.signIn(WRONG, `account-${attempt}@example.in`)).status).toBe(401)
  }
  const refused = await visitor.signIn()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('600')
  expect(site.counts.hashed).toBe(10)
  expect((await site.visitor('192.0.2.2').signIn()).status).toBe(200)
  vi.setSystemTime(Date.now() + 600_000)
  expect((await visitor.signIn()).status).toBe(200)
})

test('successes do not use up the attempts of an address', async () => {
  await using site = await openIdentitySite()
  for (let attempt = 1; attempt <= 15; attempt++) expect((await site.visitor().signIn()).status).toBe(200)
})

test('IPv6 addresses of one /64 share their attempts, and a mapped IPv4 address is that IPv4 address', async () => {
  await using site = await openIdentitySite()
  for (let attempt = 1; attempt <= 10; attempt++) {
    await site.visitor(`2001:db8:1:2::${attempt}`).signIn(WRONG, `a${attempt}@example.in`)
    await site.visitor('192.0.2.9').signIn(WRONG, `b${attempt}@example.in`)
  }
  expect((await site.visitor('2001:db8:1:2:ffff::1').signIn()).status).toBe(429)
  expect((await site.visitor('::ffff:192.0.2.9').signIn()).status).toBe(429)
  expect((await site.visitor('2001:db8:1:3::1').signIn()).status).toBe(200)
})

test('four hash at once, twenty wait, and the next is sent away before hashing', async () => {
  const gate = Promise.withResolvers<void>()
  let closed = false
  await using site = await openIdentitySite({ atHash: () => (closed ? gate.promise : Promise.resolve()) })
  closed = true
  const busy = Array.from({ length: 24 }, (_, index) =>
    site.visitor(`198.51.100.${index}`).signIn(WRONG, `account-${index}@example.in`),
  )
  const refused = await site.visitor('198.51.100.99').signIn()
  expect(refused.status).toBe(429)
  expect(await codeOf(refused)).toBe('too-many-requests')
  await expect.poll(() => site.counts.hashed).toBe(4)
  gate.resolve()
  for (const response of await Promise.all(busy)) expect(response.status).toBe(401)
  expect(site.counts.hashed).toBe(24)
  expect((await site.visitor('198.51.100.99').signIn()).status).toBe(200)
})
