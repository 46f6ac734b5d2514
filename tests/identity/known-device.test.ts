import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, openIdentitySite, PASSWORD } from '#tests/support/identity-site.ts'
import { codeAt, switchOn } from '#tests/support/second-factor.ts'

const WRONG = 'not the password at all'
const OTHER = { email: 'ravi@example.in', password: 'seven lamps under water' }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

/** A browser that has signed in once and out again. */
async function knownDevice(site: Awaited<ReturnType<typeof openIdentitySite>>) {
  const visitor = site.visitor()
  await visitor.signIn()
  await visitor.signOut()
  expect(visitor.device).not.toBe('')
  return visitor
}

/** Guesses from many networks, so that for a minute only a known device gets on. */
async function holdUp(site: Awaited<ReturnType<typeof openIdentitySite>>, email = EMAIL) {
  for (let guess = 1; guess <= 41; guess++) await site.visitor(`198.18.${guess}.1`).signIn(WRONG, email)
}

test('guesses from elsewhere do not keep a known device out', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  await holdUp(site)
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
  await holdUp(site, OTHER.email)
  expect((await owner.signIn(OTHER.password, OTHER.email)).status).toBe(429)
})

test('a mark that is made up or changed is no mark', async () => {
  await using site = await openIdentitySite()
  const { device } = await knownDevice(site)
  await holdUp(site)
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
  await holdUp(site)
  expect((await stolen.signIn(OTHER.password)).status).toBe(429)
  expect((await owner.signIn(OTHER.password)).status).toBe(200)
})

test('a password set on the machine ends the marks of all devices', async () => {
  await using site = await openIdentitySite()
  const stolen = await knownDevice(site)
  await site.identity.administrators.setPassword(EMAIL, OTHER.password)
  await holdUp(site)
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
