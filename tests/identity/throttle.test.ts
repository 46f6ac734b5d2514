import { expect, test } from 'vitest'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { networkOf } from '#server/middleware/network-of.ts'
import { openDatabase } from '#tests/support/identity-site.ts'

const START = Date.parse('2026-03-01T10:00:00Z')

async function openThrottle() {
  const { db, [Symbol.asyncDispose]: dispose } = await openDatabase()
  let now = START
  const clock = { now: () => new Date(now), monotonic: () => 0 }
  return {
    at: (seconds: number) => {
      now = START + seconds * 1000
    },
    claim: (account = 'meena') => claimAttempt({ db, clock }, account),
    forgive: (account = 'meena') => forgiveFailures({ db }, account),
    count: async () => (await db.selectFrom('signInFailures').selectAll().execute()).length,
    [Symbol.asyncDispose]: dispose,
  }
}

test('thirty claims at the same moment get five attempts between them', async () => {
  await using throttle = await openThrottle()
  const waits = await Promise.all(Array.from({ length: 30 }, () => throttle.claim()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(waits.filter((wait) => wait === 30)).toHaveLength(25)
})

test('when the wait is over, claims at the same moment get one attempt between them', async () => {
  await using throttle = await openThrottle()
  for (let attempt = 1; attempt <= 5; attempt++) await throttle.claim()
  throttle.at(30)
  const waits = await Promise.all(Array.from({ length: 10 }, () => throttle.claim()))
  expect(waits.sort((a, b) => a - b)).toEqual([0, ...Array(9).fill(60)])
})

test('asking during the wait does not make it longer', async () => {
  await using throttle = await openThrottle()
  for (let attempt = 1; attempt <= 5; attempt++) await throttle.claim()
  for (let second = 0; second < 30; second += 10) {
    throttle.at(second)
    expect(await throttle.claim()).toBe(30 - second)
  }
  throttle.at(30)
  expect(await throttle.claim()).toBe(0)
})

test('a clock that is put back by minutes holds nobody up who has attempts left', async () => {
  await using throttle = await openThrottle()
  expect(await throttle.claim()).toBe(0)
  throttle.at(-600)
  expect(await throttle.claim()).toBe(0)
})

test('one account’s failures do not hold up another', async () => {
  await using throttle = await openThrottle()
  for (let attempt = 1; attempt <= 6; attempt++) await throttle.claim()
  expect(await throttle.claim('ravi')).toBe(0)
})

test('forgiven failures are gone', async () => {
  await using throttle = await openThrottle()
  for (let attempt = 1; attempt <= 6; attempt++) await throttle.claim()
  await throttle.forgive()
  expect(await throttle.claim()).toBe(0)
})

test('failures nobody adds to are forgotten after a day, so typed addresses do not pile up', async () => {
  await using throttle = await openThrottle()
  await throttle.claim('a')
  await throttle.claim('b')
  throttle.at(24 * 3600 + 1)
  await throttle.claim('c')
  expect(await throttle.count()).toBe(1)
})

test('a clock that was an hour ahead locks nobody out for an hour', async () => {
  await using throttle = await openThrottle()
  throttle.at(3600)
  for (let attempt = 1; attempt <= 5; attempt++) await throttle.claim()
  throttle.at(0)
  expect(await throttle.claim()).toBe(0)
  expect(await throttle.claim()).toBe(60)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
