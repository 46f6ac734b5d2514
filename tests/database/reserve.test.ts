import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openReserve } from '#database/sqlite/process-locks.ts'

const WHOLE = 16 * 1024 ** 2
const full = () => Object.assign(new Error('database or disk is full'), { fault: 'full' })

async function reserveOf({ isMade = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-reserve-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'thervu.db-reserve')
  const asked: number[] = []
  const isThereRoom = { now: isMade }
  const reserve = openReserve(path, async (bytes) => asked.push(bytes) > 0 && isThereRoom.now)
  await reserve.refill()
  const stats = () => statSync(path, { throwIfNoEntry: false })
  return {
    reserve,
    asked,
    isThereRoom,
    mode: () => (stats()?.mode ?? 0) & 0o777,
    size: () => stats()?.size,
    allocated: () => (stats()?.blocks ?? 0) * 512,
  }
}

test('a reserve is taken once, for this account alone, and only where others can do without it', async () => {
  const { reserve, asked, isThereRoom, mode, size, allocated } = await reserveOf({ isMade: false })
  expect([asked, size()]).toEqual([[WHOLE], undefined])
  isThereRoom.now = true
  await reserve.refill()
  expect([size(), mode()]).toEqual([WHOLE, 0o600])
  expect(allocated()).toBeGreaterThanOrEqual(WHOLE)
  await reserve.refill()
  expect(asked).toEqual([WHOLE, WHOLE])
})

test('what fails for a full disk is done once more without the reserve, which is there again afterwards', async () => {
  const { reserve, size } = await reserveOf()
  const sizes: (number | undefined)[] = []
  const work = async () => {
    if (sizes.push(size()) === 1) throw full()
    return 'done'
  }
  expect([await reserve.use(work), sizes, size()]).toEqual(['done', [WHOLE, 0], WHOLE])
})

test('what fails without the reserve as well, fails, and the reserve is there again', async () => {
  const { reserve, size } = await reserveOf()
  let tries = 0
  const work = async () => {
    tries++
    throw full()
  }
  await expect(reserve.use(work)).rejects.toThrow('disk is full')
  expect([tries, size()]).toEqual([2, WHOLE])
})

test('several that need the reserve have it until the last of them is done', async () => {
  const { reserve, size } = await reserveOf()
  const sizes: (number | undefined)[] = []
  const slow = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const workFor = (during: () => Promise<void>) => {
    let tries = 0
    return async () => {
      if (tries++ === 0) throw full()
      await during()
      sizes.push(size())
    }
  }
  const first = reserve.use(
    workFor(async () => {
      begun.resolve()
      await slow.promise
    }),
  )
  await begun.promise
  await reserve.use(workFor(async () => {}))
  await reserve.refill()
  slow.resolve()
  await first
  expect([sizes, size()]).toEqual([[0, 0], WHOLE])
})

test('other failures, and a reserve that was never made, change nothing', async () => {
  for (const [isMade, error] of [
    [true, new Error('something else')],
    [false, full()],
  ] as const) {
    const { reserve, size } = await reserveOf({ isMade })
    let tries = 0
    const work = async () => {
      tries++
      throw error
    }
    await expect(reserve.use(work)).rejects.toBe(error)
    expect([tries, size()]).toEqual([1, isMade ? WHOLE : undefined])
  }
})
