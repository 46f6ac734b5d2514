import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findPasswordProblem } from '#domain/identity/password.server.ts'
import { createArgon2id } from '#server/adapters/auth/password-hash.ts'
import {
  accountChanges,
  EMAIL,
  expectRefusal,
  NEW,
  OTHER,
  openIdentitySite,
  PASSWORD,
  signedIn,
} from '../support/identity-site.ts'

const OWN = 'meena.k@example.in'

test.each([
  'violet tram seven puddle',
  'mY3-xk!9vQz&Lw2p',
  'கணிதம் எனக்கு மிகவும் பிடிக்கும்',
  'iwenttothebeach4mangoes',
])('%s may be a password', (password) => {
  expect(findPasswordProblem(password, OWN)).toBeNull()
})

test('a password has 15 to 128 characters, counted as people count: an emoji is one', () => {
  const words = 'kudam vilakku 🦜 '
  expect(findPasswordProblem('mY3-xk!9vQz&Lw', OWN)).toBe(
    'The password must have 15 to 128 characters; it has 14.',
  )
  expect(findPasswordProblem('mY3-xk!9vQz&L🦜', OWN)).toContain('it has 14.')
  expect(findPasswordProblem('mY3-xk!9vQz&Lw🦜', OWN)).toBeNull()
  const unrepeated = Array.from({ length: 128 }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 7) % 200)),
  )
  expect(findPasswordProblem(unrepeated.join(''), OWN)).toBeNull()
  expect(findPasswordProblem(`${unrepeated.join('')}x`, OWN)).toContain('it has 129.')
  expect(findPasswordProblem(words.repeat(9), OWN)).not.toBeNull()
})

test.each(['qazwsxedcrfvtgb', 'PerAsperaAdAstra', '30secondstomars', 'q1w2e3r4t5y6u7i8o9p0'])(
  '%s is among the commonest',
  (password) => {
    expect(findPasswordProblem(password, OWN)).toContain('commonest')
  },
)

test.each([
  'aaaaaaaaaaaaaaaaa',
  'tambaramtambaram',
  'blue-fishblue-fishblue',
  '234567890123456789',
  'abcdefghijklmnopqr',
  'zyxwvutsrqponmlk',
  'qwertyuiop[]asdfghjkl',
  'password12345678',
  'AAAAbbbbCCCCddddEEEE',
])('%s repeats or counts', (password) => {
  expect(findPasswordProblem(password, OWN)).not.toBeNull()
})

test('a password must not contain the name in the email address', () => {
  expect(findPasswordProblem('violet MEENA.K seven puddle', OWN)).toContain('email')
  expect(findPasswordProblem('violet tram seven puddle', 'tra@example.in')).toContain('email')
  expect(findPasswordProblem('violet tram seven puddle', 'vi@example.in')).toBeNull()
})

test('passwords are kept as argon2id with 46 MiB, one pass and one lane, each with its own salt', async () => {
  const { hash, verify } = createArgon2id()
  const [one, two] = [await hash('violet tram seven puddle'), await hash('violet tram seven puddle')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await verify({ hash: one, password: 'violet tram seven puddle' })).toBe(true)
  expect(await verify({ hash: one, password: 'violet tram seven puddles' })).toBe(false)
})

test('a password typed as other code points for the same text fits', async () => {
  const { hash, verify } = createArgon2id({ memory: 64, passes: 1, parallelism: 1 })
  const composed = 'café in the morning'
  expect(await verify({ hash: await hash(composed), password: composed.normalize('NFD') })).toBe(true)
})

test('a stored text that is not such a hash is an error, not a match', async () => {
  const { verify } = createArgon2id()
  await expect(
    verify({ hash: 'violet tram seven puddle', password: 'violet tram seven puddle' }),
  ).rejects.toThrow('argon2id')
})

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('a changed password signs in, ends all other sessions, keeps this one, and is in the journal', async () => {
  await using site = await openIdentitySite()
  const [here, there] = [await signedIn(site), await signedIn(site)]
  expect((await here.call('PUT', '/account/password', { present: PASSWORD, next: NEW })).status).toBe(204)
  expect((await here.callAdmin()).status).toBe(200)
  expect((await there.callAdmin()).status).toBe(401)
  expect((await site.visitor().signIn()).status).toBe(401)
  expect((await site.visitor().signIn(NEW)).status).toBe(200)
  expect(await accountChanges(site)).toEqual([[EMAIL, 'password changed', 'administrator', EMAIL]])
  expect(
    JSON.stringify([site.entries, await site.db.selectFrom('journal').selectAll().execute()]),
  ).not.toContain(NEW)
})

test.each([
  ['not the password at all', NEW, 'wrong-password', 'present'],
  [PASSWORD, 'short', 'unacceptable-password', 'next'],
  [PASSWORD, 'passwordpassword', 'unacceptable-password', 'next'],
  [PASSWORD, `${EMAIL.split('@')[0]} and fourteen more`, 'unacceptable-password', 'next'],
  [PASSWORD, PASSWORD, 'unacceptable-password', 'next'],
])('a change from %s to %s is refused at its field', async (present, next, code, field) => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const response = await visitor.call('PUT', '/account/password', { present, next })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code, field, detail: expect.stringMatching(/\.$/) })
  expect((await site.visitor().signIn()).status).toBe(200)
})

test('wrong present passwords are held up like wrong sign-ins, wherever they are typed', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const wrong = 'not the password at all'
  for (let guess = 1; guess <= 3; guess++)
    expect((await visitor.call('POST', '/account/confirmation', { password: wrong })).status).toBe(422)
  for (let guess = 1; guess <= 2; guess++)
    expect((await visitor.call('PUT', '/account/password', { present: wrong, next: NEW })).status).toBe(422)
  const held = await visitor.call('PUT', '/account/password', { present: PASSWORD, next: NEW })
  expect(held.headers.get('Retry-After')).toBe('30')
  await expectRefusal(held, 429, 'too-many-requests')
  expect((await visitor.signIn()).status).toBe(429)
})

test('two changes from the same password at the same moment: one is done', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const changes = [NEW, OTHER.password].map(
    async (next) => (await visitor.call('PUT', '/account/password', { present: PASSWORD, next })).status,
  )
  expect((await Promise.all(changes)).sort()).toEqual([204, 422])
})
