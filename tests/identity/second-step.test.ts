import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, openIdentitySite } from '#tests/support/identity-site.ts'
import {
  codeAt,
  expectRefusal,
  pass,
  STEP,
  switchOn,
  withSecondFactor,
} from '#tests/support/second-factor.ts'

const OTHER = { email: 'ravi@example.in', password: 'seven lamps under water' }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('after the right password there is a challenge and no session; after the code there is one', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const visitor = site.visitor()
  const first = await visitor.signIn()
  expect(first.status).toBe(202)
  expect(await first.json()).toEqual({ secondStep: { expiresIn: 300 } })
  const [challenge = '', ...others] = first.headers.getSetCookie()
  expect(others).toEqual([])
  expect(challenge).toMatch(
    /^__Host-challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  await expectRefusal(await visitor.callAdmin(), 401, 'not-signed-in')
  await expectRefusal(await visitor.send('/api/auth/token'), 401, 'not-signed-in')
  const second = await visitor.signInWith(codeAt(key))
  expect(second.status).toBe(200)
  expect(Object.keys((await second.json()) as object).sort()).toEqual(['accessToken', 'expiresIn'])
  expect(visitor.challenge).toBe('')
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('a wrong password gives no challenge and does not tell that there is a second factor', async () => {
  await using site = await openIdentitySite()
  await withSecondFactor(site)
  const visitor = site.visitor()
  await expectRefusal(await visitor.signIn('not the password at all'), 401, 'invalid-credential')
  expect(visitor.challenge).toBe('')
})

test('a code without the password step is worth nothing, whatever cookie comes with it', async () => {
  await using site = await openIdentitySite()
  const { key, owner, recoveryCodes } = await withSecondFactor(site)
  const visitor = site.visitor()
  const session = owner.cookie.split('=').slice(1).join('=')
  for (const challenge of [
    '',
    '__Host-challenge=',
    '__Host-challenge=made-up',
    `__Host-challenge=${session}`,
  ]) {
    visitor.challenge = challenge
    await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
    await expectRefusal(await visitor.signInWith(recoveryCodes[0] ?? ''), 401, 'challenge-expired')
  }
})

test('a challenge is no session, and a session no challenge', async () => {
  await using site = await openIdentitySite()
  await withSecondFactor(site)
  const visitor = site.visitor()
  await visitor.signIn()
  visitor.cookie = visitor.challenge.replace('__Host-challenge', '__Host-session')
  visitor.accessToken = 'a.b.c'
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('the code of one account does not finish the sign-in of another', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  await site.identity.administrators.create(OTHER)
  const other = site.visitor()
  await other.signIn(OTHER.password, OTHER.email)
  const { recoveryCodes } = await switchOn(other)
  pass(STEP)
  const [first, second] = [site.visitor(), site.visitor('192.0.2.1')]
  await first.signIn()
  await second.signIn(OTHER.password, OTHER.email)
  await expectRefusal(await second.signInWith(codeAt(key)), 401, 'invalid-code')
  await expectRefusal(await first.signInWith(recoveryCodes[0] ?? ''), 401, 'invalid-code')
  ;[first.challenge, second.challenge] = [second.challenge, first.challenge]
  await expectRefusal(await first.signInWith(codeAt(key)), 401, 'invalid-code')
  const swapped = await second.signInWith(codeAt(key))
  expect(swapped.status).toBe(200)
  expect(await (await second.callAdmin()).json()).toMatchObject({ email: EMAIL })
})

test('a challenge lives five minutes and is used once', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const visitor = site.visitor()
  await visitor.signIn()
  const { challenge } = visitor
  pass(300_000)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
  await visitor.signIn()
  const used = visitor.challenge
  expect((await visitor.signInWith(codeAt(key))).status).toBe(200)
  pass(STEP)
  for (const old of [challenge, used]) {
    visitor.challenge = old
    await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
  }
})

test('an account disabled between the steps is told so and gets no session', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  await site.identity.administrators.create(OTHER)
  const visitor = site.visitor()
  await visitor.signIn()
  await site.identity.administrators.disable(EMAIL)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
  await expectRefusal(await visitor.signIn(), 403, 'user-disabled')
  expect(visitor.cookie).toBe('')
})

test('a second factor removed, or a password changed, between the steps takes the challenge back', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const visitor = site.visitor()
  await visitor.signIn()
  await site.identity.administrators.setPassword(EMAIL, OTHER.password)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
  await visitor.signIn(OTHER.password)
  expect(await site.identity.administrators.removeSecondFactor(EMAIL)).toBe(true)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'challenge-expired')
  expect((await visitor.signIn(OTHER.password)).status).toBe(200)
})

test('the second step comes from the site’s own pages, as JSON', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  const post = (headers: Record<string, string>, body: string) =>
    visitor.send('/api/auth/login/code', { method: 'POST', headers, body })
  const json = { 'Content-Type': 'application/json' }
  await expectRefusal(await post({ ...json, Origin: 'https://evil.example' }, '{}'), 403, 'foreign-origin')
  await expectRefusal(await post({}, 'code=1'), 415, 'not-json')
  await expectRefusal(await post(json, '{}'), 400, 'invalid-request')
  await expectRefusal(await post(json, JSON.stringify({ code: 'x'.repeat(5000) })), 413, 'too-large')
})
