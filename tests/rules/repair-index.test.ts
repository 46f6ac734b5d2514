import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { repairIndex, tidyIndex } from '#domain/search/indexing/reindex.server.ts'

const SECOND = 1000

test('an index that cannot be made is tried once at a time, and after a failure no sooner than a minute later', async () => {
  let now = 5 * SECOND
  let tries = 0
  let failed = Promise.withResolvers<void>()
  const prepare = async () => {
    tries += 1
    throw new Error('the disk is full')
  }
  const log = { info: () => {}, warn: () => {}, error: () => failed.resolve() }
  const clock = { now: () => new Date(now), monotonic: () => now }
  const app = { db: {}, search: { prepare }, clock, log } as unknown as Parameters<typeof repairIndex>[0]
  const triesAfter = async (seconds: number) => {
    now += seconds * SECOND
    repairIndex(app)
    repairIndex(app)
    return tries
  }
  expect(await triesAfter(0)).toBe(1)
  await failed.promise
  failed = Promise.withResolvers()
  expect([await triesAfter(1), await triesAfter(58)]).toEqual([1, 1])
  expect(await triesAfter(1)).toBe(2)
  await failed.promise
  expect(await triesAfter(1)).toBe(2)
})

test('what is merged into one is begun anew by the first step alone, and ended when nothing is left', async () => {
  const steps: { isWhole: boolean; isFirst: boolean }[] = []
  const tidy = async (_tx: unknown, how: { isWhole: boolean; isFirst: boolean }) => steps.push(how) < 3
  const db = { transaction: () => ({ execute: (work: (tx: object) => Promise<unknown>) => work({}) }) }
  const app = { db, search: { tidy } } as unknown as Pick<App, 'db' | 'search'>
  await tidyIndex(app, { isWhole: true })
  expect(steps).toEqual([true, false, false].map((isFirst) => ({ isWhole: true, isFirst })))
  steps.length = 0
  await tidyIndex(app, { isStopped: () => steps.length === 1 })
  expect(steps).toEqual([{ isWhole: false, isFirst: true }])
})
