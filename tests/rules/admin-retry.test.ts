import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retries, sendWithRetry, type Try } from '#web/routes/admin/client/send-with-retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answer = (status: number, headers = {}) => new Response('{}', { status, headers })
const options = { limit: 10_000 }

/** Sends answers one after another, the last one for ever; null is a line that is lost. */
function answering(...answers: (Response | null)[]) {
  return vi.fn(async (_: Try) => {
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (!next) throw new TypeError('Failed to fetch')
    return next
  })
}

test.each([408, 429, 500, 503])('a %i is tried again until it is done', async (status) => {
  const send = answering(answer(status), answer(status), answer(200))
  const sent = sendWithRetry(send, options)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await sent).toMatchObject({ answer: { status: 200 }, again: true, stopped: false })
  expect(send).toHaveBeenCalledTimes(3)
})

test.each([200, 400, 404, 409, 412, 422, 507])('a %i is the answer', async (status) => {
  const send = answering(answer(status))
  expect(await sendWithRetry(send, options)).toMatchObject({ answer: { status }, again: false })
  expect(send).toHaveBeenCalledTimes(1)
})

test.each([503, null])(
  'what fails all the time (%s) is tried for nine seconds, and given up within ten',
  async (status) => {
    const send = answering(status === null ? null : answer(status))
    let given: unknown
    void sendWithRetry(send, options).then((outcome) => {
      given = outcome.answer?.status ?? null
    })
    await vi.advanceTimersByTimeAsync(8_999)
    expect(given).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_001)
    expect([given, send.mock.calls.length]).toEqual([status, 5])
  },
)

test('a try is told how long it may take, so that a silent server does not hold it', async () => {
  const left: number[] = []
  const send = (one: Try) => {
    left.push(one.left)
    return new Promise<Response>((_, reject) => setTimeout(reject, one.left))
  }
  const sent = sendWithRetry(send, options)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await sent).toMatchObject({ answer: null })
  expect(left).toEqual([10_000])
})

test('what makes progress has its time again, however long it takes in all', async () => {
  const left: number[] = []
  const send = async (one: Try) => {
    await new Promise((resolve) => setTimeout(resolve, 9_000))
    one.progressed()
    left.push(one.left)
    if (left.length < 4) throw new TypeError('Failed to fetch')
    return answer(200)
  }
  const sent = sendWithRetry(send, options)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent).toMatchObject({ answer: { status: 200 }, again: true })
  expect(left).toEqual([10_000, 10_000, 10_000, 10_000])
})

test('it waits as long as Retry-After asks for, and gives up at once when that is too long', async () => {
  const send = answering(answer(503, { 'Retry-After': '5' }), answer(200))
  const sent = sendWithRetry(send, options)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await sent).answer?.status).toBe(200)
  expect(await sendWithRetry(answering(answer(429, { 'Retry-After': '60' })), options)).toMatchObject({
    answer: { status: 429 },
  })
})

test('while it is tried again that is said, with a way to stop that stops', async () => {
  const send = answering(answer(503))
  const sent = sendWithRetry(send, options)
  expect(retries.get()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(retries.get()).toHaveLength(1)
  retries.get()[0]?.stop()
  expect(await sent).toMatchObject({ answer: null, stopped: true })
  expect(retries.get()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test('Stop ends the try that is under way, too', async () => {
  const send = vi.fn((one: Try) =>
    send.mock.calls.length === 1
      ? Promise.resolve(answer(503))
      : new Promise<Response>((_, reject) => one.signal.addEventListener('abort', reject)),
  )
  const sent = sendWithRetry(send, options)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(send).toHaveBeenCalledTimes(2)
  retries.get()[0]?.stop()
  expect(await sent).toMatchObject({ stopped: true })
})

test('whoever says it in its own place is told, and the line of the page says nothing', async () => {
  const said: boolean[] = []
  const send = answering(answer(503), answer(200))
  const onRetrying = (isRetrying: boolean) => said.push(isRetrying)
  const sent = sendWithRetry(send, { ...options, onRetrying, saysItself: true })
  await vi.advanceTimersByTimeAsync(1)
  expect([said, retries.get()]).toEqual([[true], []])
  await vi.advanceTimersByTimeAsync(1_000)
  await sent
  expect(said).toEqual([true, false])
})

test('an ended session asks for the password, and the time for that does not count', async () => {
  const send = answering(answer(503), answer(401), answer(503), answer(200))
  const onRefused = () => new Promise<boolean>((resolve) => setTimeout(resolve, 60_000, true))
  const sent = sendWithRetry(send, { ...options, onRefused })
  await vi.advanceTimersByTimeAsync(64_000)
  expect((await sent).answer?.status).toBe(200)
})

test('what has arrived, its answer lost, is not sent again', async () => {
  const send = answering(null)
  const findArrived = vi.fn(async () => answer(200))
  const sent = sendWithRetry(send, { ...options, findArrived })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await sent).toMatchObject({ answer: { status: 200 }, again: true })
  expect([send.mock.calls.length, findArrived.mock.calls.length]).toEqual([1, 1])
})

test('what is refused is the answer when nobody has given what it asks for', async () => {
  const send = answering(answer(403))
  expect(await sendWithRetry(send, { ...options, onRefused: async () => false })).toMatchObject({
    answer: { status: 403 },
    again: false,
  })
  expect(send).toHaveBeenCalledTimes(1)
})

test('what is sent once is tried once', async () => {
  const send = answering(answer(503))
  expect((await sendWithRetry(send, { ...options, once: true })).answer?.status).toBe(503)
  expect(send).toHaveBeenCalledTimes(1)
})
