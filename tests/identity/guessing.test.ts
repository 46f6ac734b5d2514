import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  codeOf,
  EMAIL,
  type IdentitySite,
  MINUTE,
  OTHER,
  openIdentitySite,
  PASSWORD,
  WRONG,
} from '../support/identity-site.ts'
import { codeAt, pass, switchOn, withSecondFactor } from '../support/second-factor.ts'

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

/** Wrong passwords, each from a network far from the others; returns how many were looked at. */
async function guessFromAfar(site: IdentitySite, guesses: number, email = EMAIL) {
  const statuses: number[] = []
  for (let guess = 1; guess <= guesses; guess++)
    statuses.push((await site.visitor(`198.18.${guess}.1`).signIn(WRONG, email)).status)
  return statuses.filter((status) => status === 401).length
}

test('one network that guesses for hours keeps no other network’s new device out', async () => {
  await using site = await openIdentitySite()
  const attacker = site.visitor('198.51.100.1')
  for (let guess = 1; guess <= 5; guess++) expect((await attacker.signIn(WRONG)).status).toBe(401)
  for (let quarter = 1; quarter <= 8; quarter++) {
    pass(15 * MINUTE)
    expect((await attacker.signIn(WRONG)).status).toBe(401)
    expect((await attacker.signIn(PASSWORD)).status).toBe(429)
    expect((await site.visitor('192.0.2.1').signIn()).status).toBe(200)
  }
})

test('nor do all addresses that one customer may have, /24 or /48', async () => {
  await using site = await openIdentitySite()
  for (const networkOf of [(at: number) => `198.51.100.${at}`, (at: number) => `2001:db8:1:${at}::1`]) {
    const guesses = Array.from({ length: 60 }, (_, at) => site.visitor(networkOf(at)))
    const statuses: number[] = []
    for (const visitor of guesses) statuses.push((await visitor.signIn(WRONG)).status)
    expect(statuses).toEqual([...Array(15).fill(401), ...Array(45).fill(429)])
  }
  expect((await site.visitor('192.0.2.1').signIn()).status).toBe(200)
  expect((await site.visitor('2001:db8:2::1').signIn()).status).toBe(200)
})

test('guesses from many networks are forty, then one a minute, and a known device is not held up', async () => {
  await using site = await openIdentitySite()
  const owner = site.visitor()
  await owner.signIn()
  expect(await guessFromAfar(site, 60)).toBe(40)
  const refused = await site.visitor('192.0.2.1').signIn()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  expect((await owner.signIn()).status).toBe(200)
  pass(MINUTE)
  expect((await site.visitor('192.0.2.1').signIn()).status).toBe(200)
})

test('who is told to wait for others’ guesses has lost no attempt of their own', async () => {
  await using site = await openIdentitySite()
  await guessFromAfar(site, 40)
  const owner = site.visitor('192.0.2.1')
  for (let attempt = 1; attempt <= 6; attempt++) expect((await owner.signIn()).status).toBe(429)
  pass(40 * MINUTE)
  for (let typo = 1; typo <= 4; typo++) expect((await owner.signIn(WRONG)).status).toBe(401)
  expect((await owner.signIn()).status).toBe(200)
})

test('a right password uses up none of the attempts that networks share', async () => {
  await using site = await openIdentitySite()
  for (let day = 1; day <= 50; day++) expect((await site.visitor(`192.0.2.${day}`).signIn()).status).toBe(200)
  expect(await guessFromAfar(site, 60)).toBe(40)
})

test('an unknown account waits exactly as a known one, on one network and on many', async () => {
  await using site = await openIdentitySite()
  const answers = async (email: string) => {
    const visitors = [...Array(7).fill(1), ...Array.from({ length: 60 }, (_, at) => at + 2)].map((network) =>
      site.visitor(`198.18.${network}.1`),
    )
    const told: unknown[] = []
    for (const visitor of visitors) {
      const answer = await visitor.signIn(WRONG, email)
      told.push([answer.status, await answer.json()])
    }
    return told
  }
  const ofKnown = await answers(EMAIL)
  // Past the ten attempts that an address has for all accounts.
  pass(10 * MINUTE)
  expect(await answers('nobody@example.in')).toEqual(ofKnown)
})

test('codes from however many networks share one allowance, which the right password does not renew', async () => {
  await using site = await openIdentitySite()
  const { key, owner } = await withSecondFactor(site)
  const statuses: number[] = []
  for (let network = 1; network <= 12; network++) {
    pass(1)
    const thief = site.visitor(`198.18.${network}.1`)
    expect((await thief.signIn()).status).toBe(202)
    statuses.push((await thief.signInWith('000000')).status)
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
  await owner.signIn()
  expect((await owner.signInWith(codeAt(key))).status).toBe(200)
})

test('a password set on the command line forgets the failures of all networks and devices', async () => {
  await using site = await openIdentitySite()
  await guessFromAfar(site, 60)
  const near = site.visitor('192.0.2.1')
  await site.identity.administrators.setPassword(EMAIL, 'seven lamps under water')
  expect(await site.db.selectFrom('signInFailures').selectAll().execute()).toEqual([])
  expect((await near.signIn('seven lamps under water')).status).toBe(200)
})

test('no address can be read from the failures that are kept', async () => {
  await using site = await openIdentitySite()
  await site.visitor('198.51.100.77').signIn(WRONG)
  const kept = JSON.stringify(await site.db.selectFrom('signInFailures').selectAll().execute())
  expect(kept).not.toContain('198.51')
})

/** A browser that has signed in once and out again. */
async function knownDevice(site: Awaited<ReturnType<typeof openIdentitySite>>) {
  const visitor = site.visitor()
  await visitor.signIn()
  await visitor.signOut()
  expect(visitor.device).not.toBe('')
  return visitor
}

/** Guesses from many networks, so that for a minute only a known device gets on. */
async function exhaustAttempts(site: Awaited<ReturnType<typeof openIdentitySite>>, email = EMAIL) {
  for (let guess = 1; guess <= 41; guess++) await site.visitor(`198.18.${guess}.1`).signIn(WRONG, email)
}

test('guesses from elsewhere do not keep a known device out', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  await exhaustAttempts(site)
  expect((await site.visitor('192.0.2.1').signIn(PASSWORD)).status).toBe(429)
  expect((await owner.signIn()).status).toBe(200)
})

test('neither do guesses from behind the same address', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  for (let guess = 1; guess <= 11; guess++) await site.visitor().signIn(WRONG, `account-${guess}@example.in`)
  expect((await site.visitor().signIn()).status).toBe(429)
  expect((await owner.signIn()).status).toBe(200)
})

test('a known device has five free failures of its own and then waits', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  for (let guess = 1; guess <= 5; guess++) expect((await owner.signIn(WRONG)).status).toBe(401)
  expect((await owner.signIn()).headers.get('Retry-After')).toBe('30')
  expect((await site.visitor('192.0.2.1').signIn()).status).toBe(200)
})

test('the mark of a device counts for the account that signed in from it, and for no other', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create(OTHER)
  const owner = await knownDevice(site)
  await exhaustAttempts(site, OTHER.email)
  expect((await owner.signIn(OTHER.password, OTHER.email)).status).toBe(429)
})

test('a mark that is made up or changed is no mark', async () => {
  await using site = await openIdentitySite()
  const { device } = await knownDevice(site)
  await exhaustAttempts(site)
  const [name, value = ''] = device.split('=')
  const [id, signature = ''] = value.split('.')
  const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  for (const forged of [`${id}.${turned}`, `other.${signature}`, `${id}`, `.${signature}`, `${value}.more`]) {
    const visitor = site.visitor('192.0.2.1')
    visitor.device = `${name}=${forged}`
    expect((await visitor.signIn()).status).toBe(429)
  }
})

test('a device that signs in again keeps its mark', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  const { device } = owner
  await owner.signIn()
  expect(owner.device).toBe(device)
})

test('a password set on the machine forgets the failures of every device', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  for (let guess = 1; guess <= 5; guess++) await owner.signIn(WRONG)
  await site.identity.administrators.setPassword('meena@example.in', OTHER.password)
  expect((await owner.signIn(OTHER.password)).status).toBe(200)
})

test('a changed password ends the marks of all devices but the one where it was changed', async () => {
  await using site = await openIdentitySite()
  const [stolen, owner] = [await knownDevice(site), site.visitor()]
  await owner.signIn()
  const { device } = owner
  const typed = { present: PASSWORD, next: OTHER.password }
  expect((await owner.call('PUT', '/account/password', typed)).status).toBe(204)
  expect(owner.device).not.toBe(device)
  await exhaustAttempts(site)
  expect((await stolen.signIn(OTHER.password)).status).toBe(429)
  expect((await owner.signIn(OTHER.password)).status).toBe(200)
})

test('a password set on the machine ends the marks of all devices', async () => {
  await using site = await openIdentitySite()
  const stolen = await knownDevice(site)
  await site.identity.administrators.setPassword(EMAIL, OTHER.password)
  await exhaustAttempts(site)
  expect((await stolen.signIn(OTHER.password)).status).toBe(429)
})

test('marks gathered with the password alone give no allowances to guess codes', async () => {
  await using site = await openIdentitySite()
  const gathered = await Promise.all([1, 2, 3].map(() => knownDevice(site)))
  const owner = site.visitor()
  await owner.signIn()
  const { key } = await switchOn(owner)
  const statuses: number[] = []
  for (const thief of gathered) {
    await thief.signIn()
    for (let guess = 1; guess <= 5; guess++) statuses.push((await thief.signInWith('000000')).status)
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(10).fill(429)])
  vi.setSystemTime(Date.now() + 30_000)
  await owner.signIn()
  expect((await owner.signInWith(codeAt(key))).status).toBe(200)
})

test('a right password without its code does not give the address its attempt back', async () => {
  await using site = await openIdentitySite()
  const owner = site.visitor()
  await owner.signIn()
  const { key } = await switchOn(owner)
  const statuses: number[] = []
  const thief = site.visitor('192.0.2.1')
  for (let attempt = 1; attempt <= 11; attempt++) statuses.push((await thief.signIn()).status)
  expect(statuses).toEqual([...Array(10).fill(202), 429])
  for (let turn = 1; turn <= 11; turn++) {
    vi.setSystemTime(Date.now() + 30_000)
    const visitor = site.visitor('192.0.2.2')
    expect((await visitor.signIn()).status).toBe(202)
    expect((await visitor.signInWith(codeAt(key))).status).toBe(200)
  }
})
