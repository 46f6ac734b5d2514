import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signingKeyOf } from '#server/adapters/auth/token-signing.ts'
import { codeOf, type IdentitySite, ORIGIN, openIdentitySite, SECRET } from '#tests/support/identity-site.ts'

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
