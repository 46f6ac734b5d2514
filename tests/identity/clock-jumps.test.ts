import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openIdentitySite, signedIn } from '#tests/support/identity-site.ts'
import { codeAt, expectRefusal, pass, withSecondFactor } from '#tests/support/second-factor.ts'

const DAY = 24 * 60 * 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

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
