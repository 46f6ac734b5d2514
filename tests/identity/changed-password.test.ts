import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  EMAIL,
  type IdentitySite,
  openIdentitySite,
  PASSWORD,
  signedIn,
} from '#tests/support/identity-site.ts'
import { expectRefusal } from '#tests/support/second-factor.ts'

const NEW = 'seven lamps under water'
const OTHER = { email: 'ravi@example.in', password: 'a quiet boat on the lake' }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

async function journalOf(site: IdentitySite) {
  return (await site.db.selectFrom('journal').selectAll().orderBy('id').execute()).map(
    ({ author, action, kind, subject }) => [author, action, kind, subject],
  )
}

test('a changed password signs in, ends all other sessions, keeps this one, and is in the journal', async () => {
  await using site = await openIdentitySite()
  const [here, there] = [await signedIn(site), await signedIn(site)]
  expect((await here.call('PUT', '/account/password', { present: PASSWORD, next: NEW })).status).toBe(204)
  expect((await here.callAdmin()).status).toBe(200)
  expect((await there.callAdmin()).status).toBe(401)
  expect((await site.visitor().signIn()).status).toBe(401)
  expect((await site.visitor().signIn(NEW)).status).toBe(200)
  expect(await journalOf(site)).toEqual([[EMAIL, 'password changed', 'administrator', EMAIL]])
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
