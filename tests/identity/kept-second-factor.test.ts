import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import {
  createVisitor,
  EMAIL,
  mountIdentity,
  openIdentitySite,
  PASSWORD,
  SECRET,
} from '#tests/support/identity-site.ts'
import { codeAt, expectRefusal, withSecondFactor } from '#tests/support/second-factor.ts'

const OTHER = { email: 'ravi@example.in', password: 'seven lamps under water' }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('a recovery code signs in once, however it is typed, and the journal tells', async () => {
  await using site = await openIdentitySite()
  const { recoveryCodes } = await withSecondFactor(site)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const code = recoveryCodes[3] ?? ''
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/)
  const visitor = site.visitor()
  await visitor.signIn()
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

test('neither key nor recovery codes stand readable in the database, the log or the journal', async () => {
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
  const renewed = createIdentity({ ...site.settings, secret: `${SECRET}, another one` })
  const visitor = createVisitor(mountIdentity(renewed), '192.0.2.1')
  expect((await visitor.signIn()).status).toBe(202)
  await expectRefusal(await visitor.signInWith(codeAt(key)), 401, 'invalid-code')
  expect((await visitor.signInWith(recoveryCodes[0] ?? '')).status).toBe(200)
  const typed = { password: PASSWORD, code: recoveryCodes[1] ?? '' }
  expect((await visitor.call('POST', '/account/second-factor/removal', typed)).status).toBe(204)
})
