import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { RunningApp } from '#server/create-app.ts'
import { scheduleSweeps } from '#server/process/sweep-schedule.ts'

const HOUR_MS = 60 * 60 * 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

/** Schedules sweeps of an app whose sweep ends when `end` is called; `began` counts how many have begun. */
async function schedule(first: Promise<unknown> = Promise.resolve()) {
  const uploads = await mkdtemp(join(tmpdir(), 'thervu-sweeps-'))
  onTestFinished(() => rm(uploads, { recursive: true }))
  const { promise: gate, resolve: end } = Promise.withResolvers<void>()
  const refill = vi.fn(() => gate)
  const app = { clock: { monotonic: () => 0 }, isShared: false, reserve: { refill } } as unknown as RunningApp
  const { stop } = scheduleSweeps(app, uploads, { turn: null, first })
  return { stop, end, began: () => refill.mock.calls.length }
}

async function isPending(promise: Promise<unknown>) {
  const pending = Symbol()
  for (let turns = 0; turns < 20; turns += 1) await turn()
  return (await Promise.race([promise, pending])) === pending
}

test('stopping waits for the sweep under way, and begins none that fell due meanwhile', async () => {
  const { stop, end, began } = await schedule()
  vi.advanceTimersByTime(3 * HOUR_MS)
  await vi.waitUntil(() => began() === 1)
  const stopping = stop()
  expect(await isPending(stopping)).toBe(true)
  end()
  await stopping
  expect(began()).toBe(1)
})

test('stopping waits for the sweep of the start, where the site opened meanwhile', async () => {
  const { promise: first, resolve: end } = Promise.withResolvers<void>()
  const { stop } = await schedule(first)
  const stopping = stop()
  expect(await isPending(stopping)).toBe(true)
  end()
  await stopping
})
