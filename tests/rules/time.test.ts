import { expect, test } from 'vitest'
import { confirm, confirmTime } from '#domain/files/confirm-time.server.ts'
import { currentYear, dayLabel, indiaDay, timeLabel } from '#domain/time/india-time.ts'
import { openDatabase } from '#tests/support/identity-site.ts'

test.each([
  ['2026-12-31T18:29:59.999Z', '2026-12-31', 2026, '31 December 2026', '11:59 pm'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01', 2027, '1 January 2027', '12:00 am'],
  ['2026-03-05T06:35:00.000Z', '2026-03-05', 2026, '5 March 2026', '12:05 pm'],
  ['2026-09-05T09:35:00.000Z', '2026-09-05', 2026, '5 September 2026', '3:05 pm'],
  ['2026-03-05T19:31:00.000Z', '2026-03-06', 2026, '6 March 2026', '1:01 am'],
])('%s is %s in India', (time, day, year, label, hour) => {
  const now = new Date(time)
  expect([indiaDay(now), currentYear(now), dayLabel(time), timeLabel(time)]).toEqual([day, year, label, hour])
})

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const START = Date.parse('2026-03-01T10:00:00Z')

test.each([
  ['the first sweep of all', null, 31 * DAY, 0, 31 * DAY],
  ['an hour later', 0, HOUR, HOUR, HOUR],
  ['off for three days', 0, 3 * DAY, 0, 3 * DAY],
  ['off for longer', 0, 3 * DAY + 1, 0, 0],
  ['a leap while it runs: only the hour that passed', 0, 31 * DAY, HOUR, HOUR],
  ['three days back', 0, -3 * DAY, 0, -3 * DAY],
  ['further back', 0, -3 * DAY, HOUR, HOUR],
])('%s', (_case, last, clock, ran, confirmed) => {
  const before = last === null ? null : { confirmed: last, clock: last, ranMs: 0 }
  expect(confirm(before, clock, ran).confirmed).toBe(confirmed)
})

test('seven days of running confirm a leap, over any number of starts, and starts alone never', () => {
  let now = { confirmed: 0, clock: 0, ranMs: 0 }
  for (let start = 0; start < 1_000; start += 1) now = confirm(now, 61 * DAY + start, 0)
  expect(now).toMatchObject({ confirmed: 0, ranMs: 0 })
  // Eight hours a week: every week is a leap again, and each eight hours count.
  let weeks = 0
  while (now.confirmed !== now.clock) {
    weeks += 1
    for (let hour = 1; hour <= 8; hour += 1) now = confirm(now, (61 + 7 * weeks) * DAY + hour * HOUR, HOUR)
  }
  expect(weeks).toBe(21)
})

test('seven days of running confirm a clock that is behind, too', () => {
  let now = confirm({ confirmed: 300 * DAY, clock: 300 * DAY, ranMs: 0 }, 0, 0)
  for (let day = 1; day < 7; day += 1) now = confirm(now, day * DAY, DAY)
  expect(now).toEqual({ confirmed: 306 * DAY, clock: 6 * DAY, ranMs: 6 * DAY })
  expect(confirm(now, 7 * DAY, DAY)).toEqual({ confirmed: 7 * DAY, clock: 7 * DAY, ranMs: 0 })
})

test('waiting with a clock that was ahead does not count for one that is behind', () => {
  let now = confirm({ confirmed: 0, clock: 0, ranMs: 0 }, 31 * DAY, 0)
  now = confirm(now, 37 * DAY, 6 * DAY)
  expect(now).toEqual({ confirmed: 6 * DAY, clock: 37 * DAY, ranMs: 6 * DAY })
  now = confirm(now, -300 * DAY, 2 * DAY)
  expect(now).toEqual({ confirmed: 8 * DAY, clock: -300 * DAY, ranMs: 0 })
})

test('a leap is logged when it is first seen, at every start that waits, and when it is over', async () => {
  await using database = await openDatabase()
  const said: string[] = []
  const say = (_fields: object, message: string) => void said.push(message)
  let now = START
  const app = {
    db: database.db,
    clock: { now: () => new Date(now), monotonic: () => 0 },
    log: { info: say, warn: say, error: say },
  }
  const sweep = (clock: number, ran: number | null) => {
    now = clock
    return confirmTime(app, ran)
  }
  const ahead = START + 31 * DAY
  await sweep(START, null)
  await sweep(ahead, null)
  await sweep(ahead + HOUR, HOUR)
  expect(await sweep(ahead + 2 * HOUR, null)).toEqual({
    days: new Date(START + HOUR),
    hours: new Date(ahead + 2 * HOUR),
  })
  await sweep(START + 2 * HOUR, HOUR)
  await sweep(START - 300 * DAY, HOUR)
  await sweep(START - 300 * DAY + HOUR, HOUR)
  const until = (hours: number) =>
    `until it has run ${hours} hours more, old things are deleted by the earlier of the two`
  expect(said).toEqual([
    `the clock is 31 days ahead of what this site has seen: ${until(168)}`,
    `the clock is 31 days ahead of what this site has seen: ${until(167)}`,
    'the clock is believed again; what is too old is deleted',
    `the clock is 300 days behind what this site has seen: ${until(168)}`,
  ])
})
