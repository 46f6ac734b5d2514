import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openIdentitySite, PASSWORD } from '#tests/support/identity-site.ts'

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

test('guesses from elsewhere do not keep a known device out', async () => {
  await using site = await openIdentitySite()
  const owner = await knownDevice(site)
  for (let guess = 1; guess <= 6; guess++) await site.visitor(`198.51.100.${guess}`).signIn(WRONG)
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
  for (let guess = 1; guess <= 6; guess++)
    await site.visitor(`198.51.100.${guess}`).signIn(WRONG, OTHER.email)
  expect((await owner.signIn(OTHER.password, OTHER.email)).status).toBe(429)
})

test('a mark that is made up or changed is no mark', async () => {
  await using site = await openIdentitySite()
  const { device } = await knownDevice(site)
  for (let guess = 1; guess <= 6; guess++) await site.visitor(`198.51.100.${guess}`).signIn(WRONG)
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
