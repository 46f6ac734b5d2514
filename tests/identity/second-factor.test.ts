import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import {
  codeOf,
  createVisitor,
  EMAIL,
  expectRefusal,
  mountIdentity,
  OTHER,
  openIdentitySite,
  PASSWORD,
  SECRET,
} from '../support/identity-site.ts'
import { codeAt, pass, STEP, switchOn, withSecondFactor } from '../support/second-factor.ts'

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

test('a recovery code signs in once, however it is typed, and the journal tells', async () => {
  await using site = await openIdentitySite()
  const { recoveryCodes } = await withSecondFactor(site)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const code = recoveryCodes[3] ?? ''
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/)
  const visitor = site.visitor()
  await visitor.signIn()
  const other = `${code.slice(0, 4)}${recoveryCodes[4]?.slice(4)}`
  await expectRefusal(await visitor.signInWith(other), 401, 'invalid-code')
  expect((await visitor.signInWith(` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
  expect(await (await visitor.call('GET', '/account')).json()).toMatchObject({
    secondFactor: { codesLeft: 9 },
  })
  const again = site.visitor()
  await again.signIn()
  await expectRefusal(await again.signInWith(code), 401, 'invalid-code')
  const entries = await site.db.selectFrom('journal').select(['action', 'author', 'after']).execute()
  expect(entries.at(-1)).toEqual({
    action: 'recovery code used',
    author: EMAIL,
    after: '{"recovery codes":9}',
  })
})

test('a recovery code sent twice at the same moment signs in once', async () => {
  await using site = await openIdentitySite()
  const { recoveryCodes } = await withSecondFactor(site)
  const visitors = ['192.0.2.1', '192.0.2.2'].map((address) => site.visitor(address))
  for (const visitor of visitors) await visitor.signIn()
  const answers = visitors.map(async (visitor) => (await visitor.signInWith(recoveryCodes[0] ?? '')).status)
  expect((await Promise.all(answers)).sort()).toEqual([200, 401])
})

test('neither key nor recovery codes are readable in the database, the log or the journal', async () => {
  await using site = await openIdentitySite()
  const { key, recoveryCodes } = await withSecondFactor(site)
  const tables = ['secondFactors', 'recoveryCodes', 'journal', 'signInChallenges'] as const
  const rows = await Promise.all(tables.map((table) => site.db.selectFrom(table).selectAll().execute()))
  const kept = JSON.stringify([rows, site.entries])
  expect(kept).not.toContain(key)
  for (const code of recoveryCodes) expect(kept).not.toContain(code.slice(5))
})

test('a key copied into another account’s row does not open there', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const { id } = await site.identity.administrators.create(OTHER)
  const { sealedKey } = await site.db
    .selectFrom('secondFactors')
    .select('sealedKey')
    .executeTakeFirstOrThrow()
  const provenAt = new Date().toISOString()
  await site.db.insertInto('secondFactors').values({ administratorId: id, sealedKey, provenAt }).execute()
  const visitor = site.visitor()
  await visitor.signIn(OTHER.password, OTHER.email)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'invalid-code')
})

test('after another AUTH_SECRET the recovery codes still sign in', async () => {
  await using site = await openIdentitySite()
  const { key, recoveryCodes } = await withSecondFactor(site)
  const renewed = createIdentity({ ...site.settings, secrets: [`${SECRET}, another one`] })
  const visitor = createVisitor(mountIdentity(renewed), '192.0.2.1')
  expect((await visitor.signIn()).status).toBe(202)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'invalid-code')
  expect((await visitor.signInWith(recoveryCodes[0] ?? '')).status).toBe(200)
  const typed = { password: PASSWORD, code: recoveryCodes[1] ?? '' }
  expect((await visitor.call('POST', '/account/second-factor/removal', typed)).status).toBe(204)
})
