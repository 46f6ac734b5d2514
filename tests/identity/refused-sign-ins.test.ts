import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountState, RefusedSignIns } from '#domain/identity/account.ts'
import { sweepRefusedSignIns } from '#domain/identity/refused-sign-ins.server.ts'
import { EMAIL, expectRefusal, openIdentitySite, PASSWORD, signedIn } from '#tests/support/identity-site.ts'
import { codeAt, pass, type Visitor, withSecondFactor } from '#tests/support/second-factor.ts'

const WRONG = 'not the password at all'
const OTHER = { email: 'ravi@example.in', password: 'seven lamps under water' }
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const MORNING = '2026-03-01T04:00:00.000Z'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(MORNING) }))
afterEach(() => vi.useRealTimers())

async function refusedOf(visitor: Visitor) {
  const answer = await visitor.call('GET', '/account/refused-sign-ins')
  expect(answer.status).toBe(200)
  return (await answer.json()) as RefusedSignIns
}

test('the admin area shows how many sign-ins were refused since the one before, when and from which networks', async () => {
  await using site = await openIdentitySite()
  await site.visitor('192.0.2.1').signIn(WRONG)
  pass(1_000)
  await signedIn(site)
  pass(HOUR)
  const attacker = site.visitor('198.51.100.77')
  for (let guess = 1; guess <= 7; guess++) await attacker.signIn(WRONG)
  pass(HOUR)
  await site.visitor('2001:db8:1:2::3').signIn(WRONG)
  pass(HOUR)
  const owner = await signedIn(site)
  expect(await refusedOf(owner)).toEqual({
    days: 30,
    since: '2026-03-01T04:00:01.000Z',
    passwordsSince: 8,
    codesSince: 0,
    passwords: 9,
    codes: 0,
    networks: [
      { network: '2001:db8:1::/48', passwords: 1, codes: 0, lastAt: '2026-03-01T06:00:01.000Z' },
      { network: '198.51.100.x', passwords: 7, codes: 0, lastAt: '2026-03-01T05:00:01.000Z' },
      { network: '192.0.2.x', passwords: 1, codes: 0, lastAt: MORNING },
    ],
    moreNetworks: 0,
  })
  pass(HOUR / 6)
  await attacker.signIn(WRONG)
  expect(await refusedOf(owner)).toMatchObject({ passwordsSince: 9, passwords: 10 })
  pass(1_000)
  expect(await refusedOf(await signedIn(site))).toMatchObject({ passwordsSince: 1, passwords: 10 })
})

test('who has the password and is refused at the code is told apart', async () => {
  await using site = await openIdentitySite()
  const { key, owner } = await withSecondFactor(site)
  const thief = site.visitor('198.51.100.77')
  await thief.signIn()
  for (const code of ['000000', '000001']) await thief.signInWith(code)
  pass(30_000)
  await owner.signIn()
  expect((await owner.signInWith(codeAt(key))).status).toBe(200)
  expect(await refusedOf(owner)).toMatchObject({
    passwordsSince: 0,
    codesSince: 2,
    networks: [{ network: '198.51.100.x', passwords: 0, codes: 2 }],
  })
})

test('what is refused with an unknown email is not kept', async () => {
  await using site = await openIdentitySite()
  for (const email of ['nobody@example.in', 'typed-into-the-wrong-field']) {
    await site.visitor().signIn(WRONG, email)
    expect((await site.visitor('192.0.2.1').signIn(WRONG, email)).status).toBe(401)
  }
  await site.identity.settle()
  expect(await site.db.selectFrom('refusedSignIns').selectAll().execute()).toEqual([])
})

test('networks are kept without the end of their addresses, and for thirty days', async () => {
  await using site = await openIdentitySite()
  await site.visitor('198.51.100.77').signIn(WRONG)
  await site.identity.settle()
  const rows = () => site.db.selectFrom('refusedSignIns').selectAll().execute()
  expect(JSON.stringify(await rows())).not.toContain('198.51.100.77')
  pass(30 * DAY)
  await sweepRefusedSignIns(site, new Date())
  expect(await rows()).toHaveLength(1)
  expect(await refusedOf(await signedIn(site))).toMatchObject({ passwords: 0, networks: [] })
  pass(DAY)
  await sweepRefusedSignIns(site, new Date())
  expect(await rows()).toEqual([])
})

test('from however many networks, a day of an account has fifty rows and one for all others', async () => {
  await using site = await openIdentitySite()
  for (let network = 1; network <= 60; network++) await site.visitor(`198.18.${network}.1`).signIn(WRONG)
  pass(60_000)
  const refused = await refusedOf(await signedIn(site))
  expect(await site.db.selectFrom('refusedSignIns').selectAll().execute()).toHaveLength(51)
  expect(refused.passwords).toBe(60)
  expect([refused.networks.length, refused.moreNetworks]).toEqual([8, 43])
})

test('a colleague’s count is in the list of administrators, their networks are not for others', async () => {
  await using site = await openIdentitySite()
  pass(1_000)
  await site.identity.administrators.create(OTHER)
  for (const _guess of [1, 2, 3]) await site.visitor('198.51.100.77').signIn(WRONG, OTHER.email)
  const owner = await signedIn(site)
  expect(await refusedOf(owner)).toMatchObject({ passwords: 0, networks: [] })
  const { administrators } = (await (await owner.call('GET', '/account')).json()) as AccountState
  expect(administrators.map(({ email, refused }) => [email, refused])).toEqual([
    [EMAIL, 0],
    [OTHER.email, 3],
  ])
})

test('only administrators read them', async () => {
  await using site = await openIdentitySite()
  await site.visitor().signIn(PASSWORD)
  const stranger = site.visitor()
  await expectRefusal(await stranger.call('GET', '/account/refused-sign-ins'), 401, 'not-signed-in')
})
