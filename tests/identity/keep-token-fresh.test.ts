import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFakeBrowser, settle } from '#tests/support/fake-browser.ts'
import {
  MINUTE,
  newToken,
  noNetwork,
  refusal,
  SECOND,
  signedIn,
  silence,
  timesOfCalls,
} from '#tests/support/token-server.ts'
import { createStoredToken } from '#web/identity/stored-token.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('the token is refreshed 5 minutes before it expires, and again after each refresh', async () => {
  const tab = openFakeBrowser().openTab()
  const { token } = await signedIn(tab)
  const first = token.readStoredToken()
  expect(await timesOfCalls(tab, 25)).toEqual([600, 1200])
  expect(tab.calls[0]).toMatchObject({ path: '/api/auth/token', method: 'GET' })
  expect(token.readStoredToken()).not.toBe(first)
})

test('the delay does not depend on what time the device believes it is', async () => {
  const tab = openFakeBrowser().openTab()
  await signedIn(tab)
  vi.setSystemTime(new Date('2020-01-01T00:00:00Z'))
  expect(await timesOfCalls(tab, 11)).toEqual([600])
})

test('a page that finds a token of unknown age refreshes it at once, and calls wait for that', async () => {
  const { openTab, shared } = openFakeBrowser()
  shared.set('accessToken', 'left.from.yesterday')
  const tab = openTab()
  tab.answer = () => newToken()
  const token = createStoredToken(tab)
  token.keepTokenFresh({ onSignedOut: () => {} })
  expect(await token.tokenForCall()).toMatch(/^header\./)
  expect(tab.calls).toHaveLength(1)
})

test('without an answer the refresh is tried after 30, 60, 120, 240, 480, 960 and again 960 seconds', async () => {
  const tab = openFakeBrowser().openTab()
  const { reasons } = await signedIn(tab)
  tab.answer = noNetwork
  const times = await timesOfCalls(tab, 65)
  const pauses = times.map((time, index) => time - (times[index - 1] ?? 0))
  expect(pauses).toEqual([600, 30, 60, 120, 240, 480, 960, 960])
  expect(reasons).toEqual([])
})

test.each([500, 503, 429, 404, 502])('an answer %i means trying again, not signing out', async (status) => {
  const tab = openFakeBrowser().openTab()
  const { token, reasons } = await signedIn(tab)
  tab.answer = () => new Response('', { status })
  expect(await timesOfCalls(tab, 11)).toEqual([600, 630])
  tab.answer = () => newToken()
  expect(await timesOfCalls(tab, 12)).toEqual([30, 630])
  expect(reasons).toEqual([])
  expect(token.readStoredToken()).not.toBeNull()
})

test('401 signs out with user-token-expired, once, and no more calls are made', async () => {
  const tab = openFakeBrowser().openTab()
  const { token, reasons } = await signedIn(tab)
  tab.answer = () => refusal(401, 'user-token-expired', '')
  expect(await timesOfCalls(tab, 60)).toEqual([600])
  expect(reasons).toEqual([{ code: 'user-token-expired', message: 'Your session has ended. Sign in again.' }])
  expect(token.readStoredToken()).toBeNull()
})

test('403 user-disabled signs out and says why', async () => {
  const tab = openFakeBrowser().openTab()
  const { reasons } = await signedIn(tab)
  tab.answer = () => refusal(403, 'user-disabled', '')
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(reasons).toEqual([{ code: 'user-disabled', message: 'This account has been disabled.' }])
})

test('403 user-disabled in one tab is told by every tab, and nothing is left in the browser', async () => {
  const { openTab, shared } = openFakeBrowser()
  const [first, second] = [openTab(), openTab()]
  const here = await signedIn(first)
  const there = await signedIn(second)
  first.answer = () => refusal(403, 'user-disabled', '')
  second.answer = noNetwork
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  const told = [{ code: 'user-disabled', message: 'This account has been disabled.' }]
  expect([here.reasons, there.reasons]).toEqual([told, told])
  expect(shared.size).toBe(0)
})

test('coming back refreshes at once when due, also during a back-off, and otherwise not', async () => {
  const tab = openFakeBrowser().openTab()
  await signedIn(tab)
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  tab.comeBack()
  await settle()
  expect(tab.calls).toHaveLength(0)
  tab.answer = noNetwork
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(tab.calls).toHaveLength(1)
  tab.answer = () => newToken()
  tab.comeBack()
  await settle()
  expect(tab.calls).toHaveLength(2)
  expect(await timesOfCalls(tab, 11)).toEqual([600])
})

test('coming back after the machine slept refreshes, though the stopwatch slept too', async () => {
  const tab = openFakeBrowser().openTab()
  await signedIn(tab)
  vi.setSystemTime(Date.now() + 30 * MINUTE)
  tab.comeBack()
  await settle()
  expect(tab.calls).toHaveLength(1)
})

test('coming back twice while a refresh is under way makes no second one', async () => {
  const tab = openFakeBrowser().openTab()
  await signedIn(tab)
  tab.answer = silence
  tab.exclusively = async (task) => {
    await task()
    return true
  }
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  tab.comeBack()
  tab.comeBack()
  await settle()
  expect(tab.calls).toHaveLength(1)
})

test('coming back refreshes at once when due, though the device’s clock was set back', async () => {
  const tab = openFakeBrowser().openTab()
  await signedIn(tab)
  vi.setSystemTime(new Date('2020-01-01T00:00:00Z'))
  tab.answer = noNetwork
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  tab.comeBack()
  await settle()
  expect(tab.calls).toHaveLength(2)
})

test('a token that another tab has stored just now is taken over without a call', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  await signedIn(tab)
  shared.set('accessToken', 'stored.before.the-event-came')
  expect(await timesOfCalls(tab, 19)).toEqual([])
  expect(await timesOfCalls(tab, 2)).toEqual([60])
})

test('a keeper that was stopped makes no more calls and reports nothing', async () => {
  const tab = openFakeBrowser().openTab()
  const { keeper, reasons } = await signedIn(tab)
  const late = Promise.withResolvers<Response>()
  tab.answer = () => late.promise
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  keeper.stop()
  late.resolve(refusal(401, 'user-token-expired', ''))
  tab.comeBack()
  expect(await timesOfCalls(tab, 30)).toEqual([])
  expect(tab.calls).toHaveLength(1)
  expect(reasons).toEqual([])
})

test('of two tabs one refreshes, and the other follows', async () => {
  const { openTab } = openFakeBrowser()
  const [one, two] = [openTab(), openTab()]
  const first = await signedIn(one)
  two.answer = () => newToken()
  const second = createStoredToken(two)
  second.keepTokenFresh({ onSignedOut: () => {} })
  await settle()
  one.calls.length = 0
  two.calls.length = 0
  await vi.advanceTimersByTimeAsync(31 * MINUTE)
  expect(one.calls.length + two.calls.length).toBe(3)
  expect(second.readStoredToken()).toBe(first.token.readStoredToken())
})

test('when the refreshing tab gets no answer, the other waits for it and then takes over', async () => {
  const { openTab } = openFakeBrowser()
  const [one, two] = [openTab(), openTab()]
  await signedIn(one)
  two.answer = () => newToken()
  createStoredToken(two).keepTokenFresh({ onSignedOut: () => {} })
  await settle()
  two.calls.length = 0
  two.answer = silence
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect([one.calls.length, two.calls.length]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect([one.calls.length, two.calls.length]).toEqual([1, 1])
})
