import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmissionQueue } from '#server/admission/admission-queue.ts'

/** A clock that stands still but for what a test adds to it. */
let now = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
afterEach(() => void vi.restoreAllMocks())

const open = () => createAdmissionQueue({ atOnce: 8, waiting: 20, patienceMs: 60_000 })
const noSignal = () => {
  throw new Error('A signal was made for what did not wait.')
}
const stays = () => new AbortController().signal

test('calls of the API pass at once, without a signal, until their turn has taken 8 ms', async () => {
  const queue = open()
  for (let call = 0; call < 20; call += 1) {
    expect(await queue.enter('A', 'quick', noSignal)).toBe('admitted')
    now += 0.39
    queue.leave()
  }
  now += 0.3
  await expect(queue.enter('A', 'quick', noSignal)).rejects.toThrow('did not wait')
})

test('a page waits for another turn where calls of the API have taken 2 ms of this one', async () => {
  const queue = open()
  expect(await queue.enter('A', 'quick', noSignal)).toBe('admitted')
  now += 2
  queue.leave()
  const page = queue.enter('A', 'page', stays)
  // Nor does what comes after it overtake it.
  const call = queue.enter('B', 'quick', stays)
  expect(await page).toBe('admitted')
  queue.leave()
  expect(await call).toBe('admitted')
})

test('calls of the API that wait behind a page begin together, and pages one in each turn', async () => {
  const queue = open()
  await queue.enter('A', 'page', noSignal)
  now += 2
  const admitted: string[] = []
  const wait = async (pace: 'page' | 'quick', name: string) => {
    await queue.enter('A', pace, stays)
    admitted.push(name)
  }
  const all = [
    wait('quick', 'call 1'),
    wait('quick', 'call 2'),
    wait('page', 'page 1'),
    wait('page', 'page 2'),
  ]
  await all[2]
  expect(admitted).toEqual(['call 1', 'call 2', 'page 1'])
  await Promise.all(all)
  expect(admitted).toEqual(['call 1', 'call 2', 'page 1', 'page 2'])
})
