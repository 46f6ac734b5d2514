import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paused, startBeat, togglePaused } from '#web/ui/motion.ts'

let asksForStillness: boolean
const root = { toggleAttribute: vi.fn() }
beforeEach(() => {
  vi.useFakeTimers()
  asksForStillness = false
  vi.stubGlobal('matchMedia', () => ({ matches: asksForStillness }))
  vi.stubGlobal('document', { documentElement: root })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const SECONDS = 1_000

test('a beat moves every three seconds, each time its whole time after it was moved by hand', () => {
  const move = vi.fn()
  const beat = startBeat(move, 3 * SECONDS)
  vi.advanceTimersByTime(6 * SECONDS)
  expect(move).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(2 * SECONDS)
  beat.restart()
  vi.advanceTimersByTime(2.9 * SECONDS)
  expect(move).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(0.1 * SECONDS)
  expect(move).toHaveBeenCalledTimes(3)
  beat.stop()
  vi.advanceTimersByTime(9 * SECONDS)
  expect(move).toHaveBeenCalledTimes(3)
})

test('it stands still while held, while paused, also when moved by hand meanwhile, and where stillness is asked for', () => {
  const [move, told] = [vi.fn(), vi.fn()]
  const beat = startBeat(move, 3 * SECONDS)
  const isStill = () => {
    const before = move.mock.calls.length
    vi.advanceTimersByTime(10 * SECONDS)
    return move.mock.calls.length === before
  }
  const unwatch = paused.subscribe(told)
  beat.hold(true)
  beat.restart()
  expect(isStill()).toBe(true)
  togglePaused()
  beat.hold(false)
  expect([isStill(), paused.get(), root.toggleAttribute.mock.lastCall]).toEqual([
    ...[true, true, ['data-still', true]],
  ])
  togglePaused()
  expect([isStill(), paused.get(), told.mock.calls.length]).toEqual([false, false, 2])
  unwatch()
  asksForStillness = true
  beat.restart()
  expect(isStill()).toBe(true)
  beat.stop()
})
