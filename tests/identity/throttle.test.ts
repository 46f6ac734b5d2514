import { expect, test } from 'vitest'
import { SHARED_ATTEMPTS } from '#domain/identity/session-limits.ts'
import {
  type Allowance,
  claimAttempt,
  forgiveFailures,
  sweepFailures,
} from '#domain/identity/sign-in-throttle.server.ts'
import { neighbourhoodOf, networkOf } from '#server/middleware/client.ts'
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
    claim: (account = 'meena', shared: Allowance['shared'] = []) =>
      claimAttempt({ db, clock }, { key: account, shared }),
    sweep: (most: number) => sweepFailures({ db }, most),
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

/** Guesses that are looked at when somebody asks as early as they may, from one network or always another one. */
async function guessesWithin(
  hours: number,
  claim: (guess: number) => Promise<number>,
  at: (s: number) => void,
) {
  let [second, guesses] = [0, 0]
  while (second < hours * 3600) {
    at(second)
    const wait = await claim(guesses)
    if (wait === 0) guesses += 1
    second += wait
  }
  return guesses
}

test('a network, and codes of an account, have 12 guesses in the first hour and 104 on the first day', async () => {
  await using throttle = await openThrottle()
  expect(await guessesWithin(1, () => throttle.claim(), throttle.at)).toBe(12)
  await throttle.forgive()
  expect(await guessesWithin(24, () => throttle.claim(), throttle.at)).toBe(104)
})

test('a /24 or a /48 has 15 guesses and 15 an hour, all networks have 40 and 60 an hour', async () => {
  await using throttle = await openThrottle()
  const within = (hours: number, key: 'neighbourhood' | 'account') =>
    guessesWithin(
      hours,
      (guess) =>
        throttle.claim(`${key} ${hours} ${guess}`, [{ key: `${key} ${hours}`, ...SHARED_ATTEMPTS[key] }]),
      throttle.at,
    )
  expect([await within(1, 'neighbourhood'), await within(3, 'neighbourhood')]).toEqual([29, 59])
  expect([await within(1, 'account'), await within(3, 'account')]).toEqual([99, 219])
})

test('claims at the same moment from many networks get no more than all of them have', async () => {
  await using throttle = await openThrottle()
  const shared = [{ key: 'account', atOnce: 7, seconds: 60 }]
  const waits = await Promise.all(Array.from({ length: 30 }, (_, at) => throttle.claim(`from ${at}`, shared)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
})

test('a clock that was an hour ahead leaves all networks their attempts', async () => {
  await using throttle = await openThrottle()
  const shared = [{ key: 'account', atOnce: 2, seconds: 60 }]
  throttle.at(3600)
  for (const network of ['a', 'b', 'c']) await throttle.claim(network, shared)
  throttle.at(0)
  const waits: number[] = []
  for (const network of ['d', 'e', 'f']) waits.push(await throttle.claim(network, shared))
  expect(waits).toEqual([0, 0, 60])
})

test('of failures without end only the newest are kept', async () => {
  await using throttle = await openThrottle()
  for (let second = 0; second < 10; second++) {
    throttle.at(second)
    await throttle.claim(`account ${second}`)
  }
  await throttle.sweep(20)
  expect(await throttle.count()).toBe(10)
  await throttle.sweep(4)
  expect(await throttle.count()).toBe(4)
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

test.each([
  ['192.0.2.1', '192.0.2.x'],
  ['::ffff:192.0.2.1', '192.0.2.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('the address %s is one of %s', (address, neighbourhood) => {
  expect(neighbourhoodOf(address)).toBe(neighbourhood)
})
