import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeOf, openIdentitySite } from '#tests/support/identity-site.ts'
import {
  codeAt,
  expectRefusal,
  pass,
  STEP,
  switchOn,
  withSecondFactor,
} from '#tests/support/second-factor.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('a code is taken once, also by two browsers at the same moment', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const visitors = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => site.visitor(address))
  for (const visitor of visitors) expect((await visitor.signIn()).status).toBe(202)
  const code = codeAt(key)
  const [one, two, late] = visitors
  const statuses = await Promise.all(
    [one, two].map(async (visitor) => (await visitor?.signInWith(code))?.status),
  )
  expect(statuses.sort()).toEqual([200, 401])
  pass(STEP)
  await expectRefusal((await late?.signInWith(code)) as Response, 401, 'invalid-code')
  expect((await late?.signInWith(codeAt(key)))?.status).toBe(200)
})

test('the code that switched the second factor on does not sign in', async () => {
  await using site = await openIdentitySite()
  const owner = site.visitor()
  await owner.signIn()
  const { key } = await switchOn(owner)
  const visitor = site.visitor()
  await visitor.signIn()
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'invalid-code')
})

test('codes of the half minute before and after are right, those beyond are not', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  pass(10 * STEP)
  const visitor = site.visitor()
  await visitor.signIn()
  for (const drift of [-2, 2])
    await expectRefusal(await visitor.signInWith(codeAt(key, Date.now() + drift * STEP)), 401, 'invalid-code')
  expect((await visitor.signInWith(codeAt(key, Date.now() - STEP))).status).toBe(200)
  const next = site.visitor()
  await next.signIn()
  const spaced = codeAt(key, Date.now() + STEP).replace(/(...)/, '$1 ')
  expect((await next.signInWith(spaced)).status).toBe(200)
})

test('of twenty wrong codes five are looked at, and a new password step gives no new allowance', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const visitor = site.visitor('192.0.2.1')
  await visitor.signIn()
  const { challenge } = visitor
  const codes: string[] = []
  for (let guess = 1; guess <= 20; guess++) {
    visitor.challenge = challenge
    codes.push(await codeOf(await visitor.signInWith(String(guess).padStart(6, '0'))))
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('invalid-code'))
  expect(codes.slice(5)).toEqual(Array(15).fill('challenge-expired'))
  expect((await visitor.signIn()).status).toBe(202)
  const held = await visitor.signInWith(codeAt(key))
  expect(held.headers.get('Retry-After')).toBe('30')
  await expectRefusal(held, 429, 'too-many-requests')
  pass(STEP)
  expect((await visitor.signInWith(codeAt(key))).status).toBe(200)
})

test('wrong codes from elsewhere do not keep the owner’s own browser out', async () => {
  await using site = await openIdentitySite()
  const { key, owner } = await withSecondFactor(site)
  const thief = site.visitor('192.0.2.1')
  await thief.signIn()
  for (let guess = 1; guess <= 5; guess++) await thief.signInWith('000000')
  await thief.signIn()
  expect((await thief.signInWith('000000')).status).toBe(429)
  await owner.signIn()
  expect((await owner.signInWith(codeAt(key))).status).toBe(200)
})
