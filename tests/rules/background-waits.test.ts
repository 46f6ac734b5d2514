import { expect, test } from 'vitest'
import { backOff } from '#domain/time/back-off.ts'
import { waitBefore } from '#web/routes/admin/papers/use-papers-list.ts'

const waiting = { waiting: 1, failed: [], unread: [], scans: null }

test('what the admin area asks for in the background waits 10, 20, 40, 64 and 64 s after failures, and 10 s again', () => {
  const state = { data: waiting as never, dataUpdatedAt: 0, errorUpdatedAt: 0 }
  const waits: (number | false)[] = [waitBefore(state)]
  let now = 0
  for (let failures = 1; failures <= 5; failures += 1) {
    now += Number(waits.at(-1))
    waits.push(waitBefore({ ...state, errorUpdatedAt: now }))
  }
  waits.push(waitBefore({ ...state, dataUpdatedAt: now + 64_000, errorUpdatedAt: now }))
  expect(waits).toEqual([10_000, 20_000, 40_000, 64_000, 64_000, 64_000, 10_000])
  expect([1, 2, 3, 4, 10].map((failures) => backOff(failures, { first: 10_000, most: 64_000 }))).toEqual([
    10_000, 20_000, 40_000, 64_000, 64_000,
  ])
})

test('nothing is asked for where nothing is known to wait', () => {
  const state = { dataUpdatedAt: 0, errorUpdatedAt: 0 }
  expect(waitBefore({ ...state, data: undefined })).toBe(false)
  expect(waitBefore({ ...state, data: { ...waiting, waiting: 0 } as never })).toBe(false)
  const scans = { read: 1, waiting: 9, msPerPage: null }
  expect(waitBefore({ ...state, data: { ...waiting, waiting: 0, scans } })).toBe(10_000)
})
