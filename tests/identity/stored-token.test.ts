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
import { createStoredToken, type SignedOut } from '#web/identity/stored-token.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('signing in sends email and password as typed and stores the token under accessToken', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  tab.answer = () => newToken()
  const token = createStoredToken(tab)
  expect(token.readStoredToken()).toBeNull()
  expect(await token.signIn('meena@example.in', ' typed ')).toEqual({ signedIn: true })
  const body = { email: 'meena@example.in', password: ' typed ' }
  expect(tab.calls).toEqual([{ path: '/api/auth/login', method: 'POST', body }])
  expect([...shared.keys()]).toEqual(['accessToken'])
  expect(token.readStoredToken()).toBe(shared.get('accessToken'))
})

test('where a code is asked for nothing is stored before it came', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  const token = createStoredToken(tab)
  tab.answer = () => Response.json({ secondStep: { expiresIn: 300 } }, { status: 202 })
  expect(await token.signIn('a', 'b')).toEqual({ signedIn: false, secondStep: { codes: true } })
  tab.answer = () => refusal(401, 'invalid-code', 'The code is not right.')
  expect(await token.finishSignIn('000000')).toMatchObject({ code: 'invalid-code' })
  expect(shared.size).toBe(0)
  tab.answer = () => newToken()
  expect(await token.finishSignIn('123456')).toEqual({ signedIn: true })
  expect(tab.calls.at(-1)).toMatchObject({ path: '/api/auth/login/code', body: { code: '123456' } })
  expect([...shared.keys()]).toEqual(['accessToken'])
})

test('a refused sign-in hands on the code, the sentence and the wait, and stores nothing', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  const token = createStoredToken(tab)
  tab.answer = () => refusal(401, 'invalid-credential', 'Email or password is not right.')
  expect(await token.signIn('a', 'b')).toEqual({
    signedIn: false,
    code: 'invalid-credential',
    message: 'Email or password is not right.',
  })
  tab.answer = () => refusal(429, 'too-many-requests', 'Too many attempts.', { retryAfter: 30 })
  expect(await token.signIn('a', 'b')).toMatchObject({ code: 'too-many-requests', retryAfter: 30 })
  expect(shared.size).toBe(0)
})

test('without a network, or with an answer that is not ours, signing in says network-request-failed', async () => {
  const tab = openFakeBrowser().openTab()
  const token = createStoredToken(tab)
  for (const answer of [noNetwork, () => new Response('<h1>Bad gateway</h1>', { status: 502 })]) {
    tab.answer = answer
    expect(await token.signIn('a', 'b')).toEqual({
      signedIn: false,
      code: 'network-request-failed',
      message: 'The site could not be reached. Check your connection and try again.',
    })
  }
})

test.each([
  ['30 seconds', { online: true, phone: false }, 30],
  ['60 seconds on a phone', { online: true, phone: true }, 60],
  ['5 seconds when offline', { online: false, phone: true }, 5],
])('a sign-in without an answer is given up after %s', async (_what, situation, seconds) => {
  const tab = Object.assign(openFakeBrowser().openTab(), situation)
  tab.answer = silence
  let result: unknown
  void createStoredToken(tab)
    .signIn('a', 'b')
    .then((value) => (result = value))
  await vi.advanceTimersByTimeAsync(seconds * SECOND - 1)
  expect(result).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(result).toMatchObject({ code: 'network-request-failed' })
})

test('logging out in one tab signs the others out', async () => {
  const { openTab } = openFakeBrowser()
  const [one, two] = [openTab(), openTab()]
  const first = await signedIn(one)
  const reasons: SignedOut[] = []
  two.answer = () => newToken()
  createStoredToken(two).keepTokenFresh({ onSignedOut: (reason) => reasons.push(reason) })
  await settle()
  one.answer = () => new Response(null, { status: 204 })
  await first.token.signOut()
  await settle()
  expect(reasons).toEqual([{ code: 'not-signed-in', message: 'Sign in first.' }])
  expect(first.reasons).toEqual([])
})

test('logging out clears all local storage at once and tells the server', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  const { token } = await signedIn(tab)
  shared.set('something else', 'x')
  tab.answer = () => new Response(null, { status: 204 })
  const done = token.signOut()
  expect(shared.size).toBe(0)
  await done
  expect(tab.calls).toEqual([{ path: '/api/auth/logout', method: 'POST', body: undefined }])
  token.finishSignOut()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(tab.calls).toHaveLength(1)
})

test('who logs out is leaving until the next sign-in, in this tab or in another', async () => {
  const { openTab, shared } = openFakeBrowser()
  const [here, there] = [openTab(), openTab()]
  const { token } = await signedIn(here)
  // Another tab logged out.
  shared.clear()
  expect(token.isLeaving()).toBe(false)
  for (const next of [token, createStoredToken(there)]) {
    here.answer = () => new Response(null, { status: 204 })
    await token.signOut()
    expect(token.isLeaving()).toBe(true)
    for (const tab of [here, there]) tab.answer = () => newToken()
    await next.signIn('a', 'b')
    expect(token.isLeaving()).toBe(false)
    if (next === token) shared.clear()
    expect(token.isLeaving()).toBe(false)
  }
})

test('logging out offline clears local storage, and /login tells the server when it can', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  const { token } = await signedIn(tab)
  tab.online = false
  tab.answer = noNetwork
  await token.signOut()
  expect(shared.size).toBe(0)
  const login = createStoredToken(tab)
  login.finishSignOut()
  expect(await timesOfCalls(tab, 2)).toEqual([30, 90])
  tab.answer = () => new Response(null, { status: 204 })
  tab.comeBack()
  await settle()
  const told = tab.calls.length
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  tab.comeBack()
  await settle()
  expect(tab.calls).toHaveLength(told)
})

test('a logout not yet told never ends a session that was begun after it', async () => {
  const tab = openFakeBrowser().openTab()
  const { token } = await signedIn(tab)
  tab.answer = noNetwork
  await token.signOut()
  token.finishSignOut()
  await settle()
  tab.answer = () => newToken()
  await token.signIn('meena@example.in', 'violet tram seven puddle')
  tab.calls.length = 0
  tab.comeBack()
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  token.finishSignOut()
  await settle()
  expect(tab.calls).toEqual([])
})

test('a refresh under way when logging out does not bring the token back', async () => {
  const { openTab, shared } = openFakeBrowser()
  const tab = openTab()
  const { token, reasons } = await signedIn(tab)
  const late = Promise.withResolvers<Response>()
  tab.answer = (path) => (path.endsWith('token') ? late.promise : new Response(null, { status: 204 }))
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  await token.signOut()
  late.resolve(newToken())
  await settle()
  expect(shared.size).toBe(0)
  expect(reasons).toEqual([])
})
