import { expect, test } from 'vitest'
import {
  advance,
  isCounted,
  isDoubtful,
  type Reading,
  type SittingClock,
  settleDoubt,
  startClock,
  switchClock,
  syncWithSiteTime,
} from '#domain/sitting/sitting-clock.ts'
import { createRandom } from '../support/random.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const SLEEPS = { isAsleep: true, isSeen: false }

/** A phone: what really passes, and what its clocks say of it. */
function phone() {
  const truth = { now: 0, wall: Date.UTC(2026, 1, 20, 4, 30), mono: 0, load: 'a' }
  return {
    truth,
    pass(ms: number, { isAsleep = false } = {}) {
      truth.now += ms
      truth.wall += ms
      if (!isAsleep) truth.mono += ms
    },
    setClock(ms: number) {
      truth.wall += ms
    },
    /** The browser was closed and opened again. */
    reload() {
      truth.load += 'a'
      truth.mono = 0
    },
    read: (isSeen = true): Reading => ({ wall: truth.wall, mono: truth.mono, load: truth.load, isSeen }),
    /** As a server says it: to the second. */
    site: () => Math.floor((Date.UTC(2026, 1, 20, 4, 30) + truth.now) / SECOND) * SECOND,
  }
}

type Phone = ReturnType<typeof phone>
const after = (clock: SittingClock, at: Reading) => advance(clock, at).clock

function ticking(device: Phone, clock: SittingClock, ms: number, isSeen = true): SittingClock {
  let now = clock
  for (let left = ms; left > 0; left -= SECOND) {
    device.pass(Math.min(left, SECOND))
    now = after(now, device.read(isSeen))
  }
  return now
}

test('three hours with a hundred sleeps of a locked phone are counted to the second', () => {
  const random = createRandom(46)
  const device = phone()
  let clock = startClock(device.read())
  let worst = 0
  while (device.truth.now < 3 * HOUR) {
    clock = ticking(device, clock, Math.ceil(random() * 120) * SECOND)
    // Of a tenth of a second up to a minute and a half.
    device.pass(100 + random() * 90 * SECOND, SLEEPS)
    clock = after(clock, device.read(false))
    worst = Math.max(worst, Math.abs(clock.run - device.truth.now))
  }
  expect(worst).toBeLessThan(SECOND)
})

test('ticks that come late, as a battery saver lets them, lose nothing', () => {
  const device = phone()
  let clock = startClock(device.read())
  for (const ms of [61 * SECOND, 20 * MINUTE, 137, 1, 40 * MINUTE]) {
    device.pass(ms)
    clock = after(clock, device.read(false))
    expect(clock.run).toBe(device.truth.now)
  }
})

test('a clock that is set by an hour while the page is looked at changes nothing, ahead or back', () => {
  for (const change of [HOUR, -HOUR]) {
    const device = phone()
    let clock = ticking(device, startClock(device.read()), 10 * MINUTE)
    device.setClock(change)
    clock = ticking(device, clock, 10 * MINUTE)
    expect(clock.run).toBe(20 * MINUTE)
    // A laptop may sleep with its page in sight: what went ahead is asked about.
    expect(isDoubtful(clock)).toBe(change > 0)
  }
})

test('a clock that went a little uneven for three hours is not taken for one that was set', () => {
  const random = createRandom(7)
  const device = phone()
  let clock = startClock(device.read())
  for (let seconds = 0; seconds < 3 * 3_600; seconds++) {
    device.pass(SECOND)
    const read = device.read()
    clock = after(clock, { ...read, wall: read.wall + Math.round(random() * 30) })
  }
  expect(Math.abs(clock.run - 3 * HOUR)).toBeLessThan(SECOND)
  expect(clock.doubt).toBe(null)
})

test('where the site says what time it is, a sleep and a change of the clock are told apart', () => {
  const cases = [
    { name: 'locked', sleep: 50 * MINUTE, change: 0 },
    { name: 'set ahead', sleep: 0, change: HOUR },
    { name: 'set back', sleep: 0, change: -HOUR },
    { name: 'locked and set ahead', sleep: 50 * MINUTE, change: HOUR },
    { name: 'locked and set back', sleep: 50 * MINUTE, change: -HOUR },
  ]
  for (const { name, sleep, change } of cases)
    for (const isClosed of [false, true]) {
      const device = phone()
      device.pass(400)
      let clock = syncWithSiteTime(startClock(device.read()), device.site())
      clock = ticking(device, clock, 5 * MINUTE)
      device.pass(sleep, SLEEPS)
      device.setClock(change)
      if (isClosed) device.reload()
      device.pass(2 * SECOND)
      clock = syncWithSiteTime(after(clock, device.read(false)), device.site())
      const missed = isClosed ? 2 * SECOND : 0
      // A server's time is whole seconds: only where both happened it is needed as a measure.
      const off = Math.abs(clock.run - (5 * MINUTE + sleep + 2 * SECOND))
      expect(off, name).toBeLessThanOrEqual(SECOND + missed)
      expect(clock.doubt, name).toBe(null)
    }
})

test('without the site a locked phone counts, and whoever sits can say that the clock was changed', () => {
  const device = phone()
  let clock = ticking(device, startClock(device.read()), 5 * MINUTE)
  device.setClock(HOUR)
  device.pass(30 * SECOND)
  clock = after(clock, device.read(false))
  expect(clock.run).toBe(HOUR + 5 * MINUTE + 30 * SECOND)
  expect(isDoubtful(clock)).toBe(true)
  const settled = settleDoubt(clock, false)
  expect([settled.run, settled.doubt]).toEqual([5 * MINUTE + 30 * SECOND, null])
  expect(settleDoubt(clock, true).run).toBe(clock.run)
})

test('a browser that was closed counts by the time of day, and a clock that went back while it was closed is told', () => {
  const closed = phone()
  let clock = ticking(closed, startClock(closed.read()), MINUTE)
  closed.pass(20 * MINUTE, SLEEPS)
  closed.reload()
  clock = after(clock, closed.read(false))
  expect([clock.run, isDoubtful(clock)]).toEqual([21 * MINUTE, true])

  const back = phone()
  let other = ticking(back, startClock(back.read()), MINUTE)
  back.setClock(-HOUR)
  back.reload()
  other = after(other, back.read(false))
  expect([other.run, isDoubtful(other)]).toEqual([MINUTE, true])
})

test('a reload of a second is no question', () => {
  const device = phone()
  let clock = ticking(device, startClock(device.read()), MINUTE)
  device.pass(1_200)
  device.reload()
  clock = after(clock, device.read(false))
  expect([clock.run, isDoubtful(clock)]).toEqual([MINUTE + 1_200, false])
})

test('a clock that is set while the page is open does not count, though a reload of seconds before it does', () => {
  const it = phone()
  let clock = startClock(it.read())
  it.pass(3 * SECOND)
  it.reload()
  clock = advance(clock, it.read()).clock
  expect(clock.doubt && isCounted(clock.doubt)).toBe(true)
  it.pass(SECOND)
  it.setClock(HOUR)
  clock = advance(clock, it.read()).clock
  expect(isDoubtful(clock)).toBe(true)
  expect(clock.doubt && isCounted(clock.doubt)).toBe(false)
})

test('a pause counts as a pause, also over a locked phone', () => {
  const device = phone()
  let clock = switchClock(ticking(device, startClock(device.read()), MINUTE), false)
  device.pass(10 * MINUTE, SLEEPS)
  clock = switchClock(after(clock, device.read(false)), true)
  clock = ticking(device, clock, MINUTE)
  expect([clock.run, clock.paused, clock.doubt]).toEqual([2 * MINUTE, 10 * MINUTE, null])
})
