import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signingKeyOf } from '#server/adapters/auth/token-signing.ts'
import { EMAIL, expectRefusal, ORIGIN, openIdentitySite, SECRET, signedIn } from '../support/identity-site.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

function readPart(token: string, part: number) {
  return JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
}

function writePart(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

test('the stored token says which session, role and account, and nothing more', async () => {
  await using site = await openIdentitySite()
  const { accessToken, cookie } = await signedIn(site)
  const [administrator] = await site.identity.administrators.list()
  const [token = ''] = cookie.split('=')[1]?.split('.') ?? []
  const now = Date.now() / 1000
  expect(readPart(accessToken, 0)).toEqual({ alg: 'EdDSA' })
  expect(readPart(accessToken, 1)).toEqual({
    sid: createHash('sha256').update(token).digest('base64url'),
    role: 'admin',
    sub: administrator?.id,
    iss: ORIGIN,
    aud: ORIGIN,
    iat: now,
    exp: now + 900,
  })
})

test('the stored token lives for fifteen minutes', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  vi.setSystemTime(Date.now() + 899_000)
  expect((await visitor.callAdmin()).status).toBe(200)
  vi.setSystemTime(Date.now() + 1000)
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('a stored token with changed contents is refused', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const [header, , signature] = visitor.accessToken.split('.')
  const later = writePart({ ...readPart(visitor.accessToken, 1), exp: Date.now() / 1000 + 9000 })
  visitor.accessToken = `${header}.${later}.${signature}`
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('a stored token without a signature (alg none) is refused', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const payload = visitor.accessToken.split('.')[1]
  for (const alg of ['none', 'None', '']) {
    visitor.accessToken = `${writePart({ ...readPart(visitor.accessToken, 0), alg })}.${payload}.`
    expect((await visitor.callAdmin()).status).toBe(401)
  }
})

test('a stored token signed with the public key as a shared secret (HS256) is refused', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const publicKey = createPublicKey(signingKeyOf(SECRET))
  for (const secret of [
    publicKey.export({ type: 'spki', format: 'der' }),
    Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })),
    Buffer.from(JSON.stringify(publicKey.export({ format: 'jwk' }))),
  ]) {
    visitor.accessToken = await new SignJWT(readPart(visitor.accessToken, 1))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
    await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
  }
})

test('a stored token signed with somebody else’s key is refused, whatever key it names', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const foreign = generateKeyPairSync('ed25519')
  const jwk = await exportJWK(foreign.publicKey)
  const payload = visitor.accessToken.split('.')[1]
  for (const header of [{ alg: 'EdDSA' }, { alg: 'EdDSA', kid: 'other' }, { alg: 'EdDSA', jwk }]) {
    const signed = `${writePart(header)}.${payload}`
    visitor.accessToken = `${signed}.${sign(null, Buffer.from(signed), foreign.privateKey).toString('base64url')}`
    await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
  }
})

test('a token of our own key for another audience, issuer, role or account is refused', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  expect((await visitor.callAdmin()).status).toBe(200)
  const key = signingKeyOf(SECRET)
  const claims = readPart(visitor.accessToken, 1)
  const mint = (change: object) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'EdDSA' }).sign(key)
  const send = async (change: object) => {
    visitor.accessToken = await mint(change)
    return (await visitor.callAdmin()).status
  }
  expect(await send({})).toBe(200)
  const changes = [
    { aud: 'elsewhere' },
    { iss: 'elsewhere' },
    { role: 'user' },
    { sub: 'somebody' },
    { exp: undefined },
  ]
  for (const change of changes) expect(await send(change)).toBe(401)
})

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
