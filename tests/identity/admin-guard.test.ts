import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeOf, EMAIL, type IdentitySite, ORIGIN, openIdentitySite } from '#tests/support/identity-site.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

async function signedIn(site: IdentitySite) {
  const visitor = site.visitor()
  await visitor.signIn()
  return visitor
}

async function expectRefusal(response: Response, status: number, code: string) {
  expect([response.status, await codeOf(response)]).toEqual([status, code])
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
}

test('cookie, stored token and the site’s own origin together open the admin area', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const response = await visitor.callAdmin()
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ email: EMAIL, disabled: false })
})

test('the cookie without the stored token is not enough', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  for (const Authorization of ['', 'Bearer ', 'Basic abc', visitor.accessToken]) {
    await expectRefusal(await visitor.callAdmin({ Authorization }), 401, 'not-signed-in')
  }
})

test('the stored token without the cookie is useless', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  visitor.cookie = ''
  await expectRefusal(await visitor.callAdmin(), 401, 'not-signed-in')
})

test('the cookie’s value is not accepted as a stored token', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const value = decodeURIComponent(visitor.cookie.split('=')[1] ?? '')
  for (const token of [value, value.split('.')[0]]) {
    expect((await visitor.callAdmin({ Authorization: `Bearer ${token}` })).status).toBe(401)
  }
})

test('the stored token of another session, even of the same person, does not fit', async () => {
  await using site = await openIdentitySite()
  const [one, other] = [await signedIn(site), await signedIn(site)]
  one.accessToken = other.accessToken
  await expectRefusal(await one.callAdmin(), 401, 'user-token-expired')
})

test('a changed cookie is no session', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  visitor.cookie = visitor.cookie.replace(/=./, (match) => (match === '=A' ? '=B' : '=A'))
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('a revoked session closes the admin area at once, though the stored token is still good', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  await site.db.deleteFrom('sessions').execute()
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('an account that is no longer there is out', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  await site.db.deleteFrom('administrators').execute()
  expect((await visitor.callAdmin()).status).toBe(401)
})

test('every call that may change something needs the site’s own Origin', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const foreign = ['https://evil.example', 'null', '', `${ORIGIN}:444`, ORIGIN.replace('https', 'http')]
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const Origin of foreign)
      await expectRefusal(await visitor.callAdmin({ Origin }, method), 403, 'foreign-origin')
    const headers = {
      Cookie: visitor.cookie,
      Authorization: `Bearer ${visitor.accessToken}`,
      'Sec-Fetch-Site': 'same-origin',
    }
    await expectRefusal(
      await site.http.request('/api/admin/whoami', { method, headers }),
      403,
      'foreign-origin',
    )
  }
})

test('a read without Origin is taken only when the browser says that it is same-origin', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const read = (extra: Record<string, string>) => {
    const headers = { Cookie: visitor.cookie, Authorization: `Bearer ${visitor.accessToken}`, ...extra }
    return site.http.request('/api/admin/whoami', { headers })
  }
  expect((await read({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
  expect((await read({ Origin: ORIGIN })).status).toBe(200)
  const refused: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'none' },
  ]
  for (const extra of refused) await expectRefusal(await read(extra), 403, 'foreign-origin')
  await expectRefusal(
    await read({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }),
    403,
    'foreign-origin',
  )
})

test('the guard answers before the body is read', async () => {
  await using site = await openIdentitySite()
  let wasRead = false
  function pull() {
    wasRead = true
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const init = { method: 'POST', body, duplex: 'half', headers: { Origin: ORIGIN } } as RequestInit
  expect((await site.http.request('/api/admin/whoami', init)).status).toBe(401)
  expect(wasRead).toBe(false)
})
