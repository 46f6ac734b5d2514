import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, type IdentitySite, openIdentitySite, PASSWORD } from '#tests/support/identity-site.ts'
import { codeAt, pass, withSecondFactor } from '#tests/support/second-factor.ts'

const WRONG = 'not the password at all'
const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

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
