import { afterEach, expect, test, vi } from 'vitest'
import { loadOrFallback } from '#web/routes/visitor/page/load-or-fallback.ts'

const READ = { papers: 3, failed: false }
const NOT_READ = { papers: 0, failed: true }
/** What the router throws for an answer that is none of 200. */
const refusal = (status: number) => ({ status, statusText: '', internal: false, data: null })
const loaded = (load: () => Promise<typeof READ>) => loadOrFallback(load, () => NOT_READ)

afterEach(() => void vi.useRealTimers())

test('what arrives is what was read', async () => {
  expect(await loaded(async () => READ)).toBe(READ)
})

test.each([408, 429, 500, 503])('an answer %i is a page that could not be read', async (status) => {
  expect(await loaded(() => Promise.reject(refusal(status)))).toBe(NOT_READ)
})

test('so is a line that is lost', async () => {
  expect(await loaded(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(NOT_READ)
})

test.each([301, 404])('an answer %i is not', async (status) => {
  await expect(loaded(() => Promise.reject(refusal(status)))).rejects.toMatchObject({ status })
})

test('a server that keeps silent is waited for no longer than 30 s', async () => {
  vi.useFakeTimers()
  let answer: unknown
  void loaded(() => new Promise(() => {})).then((given) => {
    answer = given
  })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toBe(NOT_READ)
})

test('an answer in time leaves nothing waiting', async () => {
  vi.useFakeTimers()
  await loaded(async () => READ)
  expect(vi.getTimerCount()).toBe(0)
})
