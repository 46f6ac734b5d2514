import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { exportJWK, importJWK, type JWK, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeOf, type IdentitySite, ORIGIN, openIdentitySite } from '#tests/support/identity-site.ts'

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
  const { accessToken } = await signedIn(site)
  const [session] = await site.db
    .withoutPlugins()
    .selectFrom('session' as never)
    .selectAll()
    .execute()
  const { id, userId } = session as unknown as { id: string; userId: string }
  const now = Date.now() / 1000
  expect(readPart(accessToken, 0)).toEqual({ alg: 'EdDSA', kid: expect.any(String) })
  expect(readPart(accessToken, 1)).toEqual({
    sid: createHash('sha256').update(id).digest('base64url'),
    role: 'admin',
    sub: userId,
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
  const [row] = await site.db
    .withoutPlugins()
    .selectFrom('jwks' as never)
    .selectAll()
    .execute()
  const { publicKey } = row as unknown as { publicKey: string }
  const header = { ...readPart(visitor.accessToken, 0), alg: 'HS256' }
  visitor.accessToken = await new SignJWT(readPart(visitor.accessToken, 1))
    .setProtectedHeader(header)
    .sign(Buffer.from(publicKey.padEnd(32)))
  await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
})

test('a stored token signed with somebody else’s key is refused, whatever key it names', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const foreign = generateKeyPairSync('ed25519')
  const { kid } = readPart(visitor.accessToken, 0)
  const jwk = await exportJWK(foreign.publicKey)
  const payload = visitor.accessToken.split('.')[1]
  for (const header of [
    { alg: 'EdDSA', kid },
    { alg: 'EdDSA', kid: 'other' },
    { alg: 'EdDSA', jwk },
  ]) {
    const signed = `${writePart(header)}.${payload}`
    visitor.accessToken = `${signed}.${sign(null, Buffer.from(signed), foreign.privateKey).toString('base64url')}`
    await expectRefusal(await visitor.callAdmin(), 401, 'user-token-expired')
  }
})

test('a token of our own key for another audience, issuer, role or account is refused', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  expect((await visitor.callAdmin()).status).toBe(200)
  const pair = generateKeyPairSync('ed25519')
  const publicKey = JSON.stringify(await exportJWK(pair.publicKey))
  const row = { id: 'ours', publicKey, privateKey: '""', createdAt: new Date().toISOString() }
  await site.db
    .withoutPlugins()
    .insertInto('jwks' as never)
    .values(row as never)
    .execute()
  const key = await importJWK((await exportJWK(pair.privateKey)) as JWK, 'EdDSA')
  const claims = readPart(visitor.accessToken, 1)
  const mint = (change: object) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'EdDSA', kid: 'ours' }).sign(key)
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
