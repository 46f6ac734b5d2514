import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../support/authenticator.ts'
import {
  accountChanges,
  codeOf,
  EMAIL,
  expectRefusal,
  type IdentitySite,
  NEW,
  ORIGIN,
  OTHER,
  openIdentitySite,
  PASSWORD,
  signedIn,
} from '../support/identity-site.ts'
import { codeAt, pass, STEP, switchOn, type Visitor } from '../support/second-factor.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

type Authenticator = ReturnType<typeof createAuthenticator>
type Options = { challenge: string; rpId: string }

async function add(visitor: Visitor, authenticator: Authenticator, name = 'My phone') {
  const options = await visitor.call('POST', '/account/passkeys/options')
  expect(options.status).toBe(200)
  const attestation = authenticator.register((await options.json()) as Options)
  return await visitor.call('POST', '/account/passkeys', { name, attestation })
}

/** An administrator with one passkey, and what belongs to it. */
async function withPasskey(site: IdentitySite) {
  const owner = await signedIn(site)
  const authenticator = createAuthenticator()
  const added = await add(owner, authenticator)
  expect(added.status).toBe(201)
  const { recoveryCodes } = (await added.json()) as { recoveryCodes: string[] }
  return { owner, authenticator, recoveryCodes }
}

async function optionsFor(visitor: Visitor): Promise<Options> {
  const answer = await visitor.send('/api/auth/login/passkey/options', { method: 'POST' })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Options
}

async function signInWithPasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  signed: Parameters<Authenticator['assert']>[1] = {},
) {
  return await visitor.post(
    '/api/auth/login/passkey',
    authenticator.assert(await optionsFor(visitor), signed),
  )
}

const passkeysOf = async (visitor: Visitor) =>
  ((await (await visitor.call('GET', '/account')).json()) as { passkeys: { id: string; name: string }[] })
    .passkeys

test('a passkey signs in alone, without email or password, and its use is shown', async () => {
  await using site = await openIdentitySite()
  const { authenticator, recoveryCodes } = await withPasskey(site)
  expect(recoveryCodes).toHaveLength(10)
  pass(60_000)
  const visitor = site.visitor('192.0.2.1')
  const { id } = (await site.identity.administrators.list())[0] ?? { id: '' }
  const answer = await signInWithPasskey(visitor, authenticator, { counter: 1, userHandle: id })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).toMatch(/__Host-session=.*__Host-device=/s)
  expect(await (await visitor.callAdmin()).json()).toMatchObject({ email: EMAIL, confirmed: true })
  expect(await passkeysOf(visitor)).toEqual([
    {
      id: authenticator.id,
      name: 'My phone',
      transports: ['internal'],
      createdAt: '2026-03-01T10:00:00.000Z',
      lastUsedAt: '2026-03-01T10:01:00.000Z',
    },
  ])
})

test('after the password comes the passkey or a recovery code, and the password alone opens nothing', async () => {
  await using site = await openIdentitySite()
  const { authenticator, recoveryCodes } = await withPasskey(site)
  const visitor = site.visitor('192.0.2.1')
  const first = await visitor.signIn()
  expect(first.status).toBe(202)
  const { secondStep } = (await first.json()) as { secondStep: { passkey: Options; codes: boolean } }
  expect(secondStep).toMatchObject({
    codes: false,
    passkey: { allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }] },
  })
  await expectRefusal(await visitor.callAdmin(), 401, 'not-signed-in')
  // Present is enough here: the password was the other factor.
  const passkey = authenticator.assert(secondStep.passkey, { verified: false })
  const finished = await visitor.post('/api/auth/login/code', { passkey })
  expect(finished.status).toBe(200)
  expect((await visitor.callAdmin()).status).toBe(200)
  await expectRefusal(await visitor.post('/api/auth/login/code', { passkey }), 401, 'challenge-expired')

  const withCode = site.visitor('192.0.2.2')
  await withCode.signIn()
  expect((await withCode.signInWith(recoveryCodes[0] ?? '')).status).toBe(200)
})

test('a challenge is used once, lives five minutes, and is neither made up nor of another purpose', async () => {
  await using site = await openIdentitySite()
  const { owner, authenticator } = await withPasskey(site)
  const visitor = site.visitor('192.0.2.1')
  const options = await optionsFor(visitor)
  const assertion = authenticator.assert(options)
  expect((await visitor.post('/api/auth/login/passkey', assertion)).status).toBe(200)
  const again = site.visitor('192.0.2.2')
  await expectRefusal(await again.post('/api/auth/login/passkey', assertion), 401, 'invalid-passkey')
  const old = authenticator.assert(await optionsFor(again))
  pass(300_000)
  await expectRefusal(await again.post('/api/auth/login/passkey', old), 401, 'invalid-passkey')
  const ofAdding = (await (await owner.call('POST', '/account/passkeys/options')).json()) as Options
  const made = Buffer.from('made.up.entirely').toString('base64url')
  const rpId = 'papers.example.in'
  for (const challenge of ['', made, ofAdding.challenge]) {
    const wrong = authenticator.assert({ challenge, rpId })
    await expectRefusal(await again.post('/api/auth/login/passkey', wrong), 401, 'invalid-passkey')
  }
})

test('challenges of two sign-ins sent at once let one in', async () => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  const visitors = ['192.0.2.1', '192.0.2.2'].map((address) => site.visitor(address))
  const assertion = authenticator.assert(await optionsFor(site.visitor()))
  const answers = visitors.map(async (one) => (await one.post('/api/auth/login/passkey', assertion)).status)
  expect((await Promise.all(answers)).sort()).toEqual([200, 401])
})

test.each([
  ['of another site', { origin: 'https://papers.example.com' }],
  ['for another host', { rpId: 'example.in' }],
  ['without a check of who holds it', { verified: false }],
  ['for another account', { userHandle: 'somebody else' }],
])('a passkey %s is refused', async (_, signed) => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  const visitor = site.visitor('192.0.2.1')
  await expectRefusal(await signInWithPasskey(visitor, authenticator, signed), 401, 'invalid-passkey')
  expect(visitor.cookie).toBe('')
  expect((await signInWithPasskey(visitor, authenticator)).status).toBe(200)
})

test('a copy that signs with an old counter is refused and written down', async () => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  const visitor = site.visitor('192.0.2.1')
  expect((await signInWithPasskey(visitor, authenticator, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 3, 0])
    await expectRefusal(await signInWithPasskey(visitor, authenticator, { counter }), 401, 'invalid-passkey')
  expect((await signInWithPasskey(visitor, authenticator, { counter: 8 })).status).toBe(200)
  const refused = (await accountChanges(site)).filter(([, action]) => action === 'passkey refused')
  expect(refused).toEqual(Array(3).fill([EMAIL, 'passkey refused', 'administrator', EMAIL]))
  expect(site.entries.map(({ message }) => message)).toContain(
    'passkey refused: its counter went back, as of a copy',
  )
})

test('an unknown passkey is answered like a known one with a wrong signature, waits included', async () => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  const stranger = createAuthenticator()
  const forged = { ...stranger, assert: (options: Options) => forge(stranger.assert(options)) }
  const forge = (assertion: ReturnType<Authenticator['assert']>) => ({
    ...assertion,
    ...{ id: authenticator.id, rawId: authenticator.id },
  })
  const answersOf = async (one: Authenticator, address: string) => {
    const answers: string[] = []
    for (let tried = 0; tried < 7; tried += 1) {
      const answer = await signInWithPasskey(site.visitor(address), one)
      answers.push(`${answer.status} ${await codeOf(answer)}`)
    }
    return answers
  }
  const known = await answersOf(forged as Authenticator, '198.51.100.1')
  expect(known).toEqual(await answersOf(stranger, '203.0.113.200'))
  expect(known).toEqual([...Array(5).fill('401 invalid-passkey'), ...Array(2).fill('429 too-many-requests')])
  // One network's guesses keep nobody else out.
  expect((await signInWithPasskey(site.visitor('192.0.2.1'), authenticator)).status).toBe(200)
})

test('the passkey of a disabled account is refused and says why', async () => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  await site.identity.administrators.create(OTHER)
  await site.identity.administrators.disable(EMAIL)
  const visitor = site.visitor('192.0.2.1')
  await expectRefusal(await signInWithPasskey(visitor, authenticator), 403, 'user-disabled')
  expect(visitor.cookie).toBe('')
})

test('the passkey of one account does not finish the sign-in of another', async () => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  await site.identity.administrators.create(OTHER)
  const other = await signedIn(site, OTHER.password, OTHER.email)
  const others = createAuthenticator()
  expect((await add(other, others)).status).toBe(201)
  const visitor = site.visitor('192.0.2.1')
  const { secondStep } = (await (await visitor.signIn()).json()) as { secondStep: { passkey: Options } }
  const wrong = { passkey: others.assert(secondStep.passkey) }
  await expectRefusal(await visitor.post('/api/auth/login/code', wrong), 401, 'invalid-passkey')
  const right = { passkey: authenticator.assert(secondStep.passkey) }
  expect((await visitor.post('/api/auth/login/code', right)).status).toBe(200)
})

test('adding asks for the password of the last ten minutes, and takes only what this page asked this browser for', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  const options = (await (await owner.call('POST', '/account/passkeys/options')).json()) as Options
  pass(600_000)
  await expectRefusal(await owner.call('POST', '/account/passkeys/options'), 403, 'confirm-first')
  await owner.call('POST', '/account/confirmation', { password: PASSWORD })
  const authenticator = createAuthenticator()
  const late = { name: 'Phone', attestation: authenticator.register(options) }
  await expectRefusal(await owner.call('POST', '/account/passkeys', late), 422, 'invalid-passkey')
  const elsewhere = await signedIn(site)
  const foreign = (await (await elsewhere.call('POST', '/account/passkeys/options')).json()) as Options
  const fresh = (await (await owner.call('POST', '/account/passkeys/options')).json()) as Options
  for (const attestation of [
    authenticator.register(foreign),
    authenticator.register(fresh, { origin: 'https://papers.example.com' }),
    authenticator.register(fresh, { rpId: 'example.com' }),
    authenticator.register(fresh, { verified: false }),
  ])
    await expectRefusal(
      await owner.call('POST', '/account/passkeys', { name: 'Phone', attestation }),
      422,
      'invalid-passkey',
    )
  const typed = { name: ' ', attestation: authenticator.register(fresh) }
  await expectRefusal(await owner.call('POST', '/account/passkeys', typed), 422, 'unacceptable-name')
  expect((await owner.call('POST', '/account/passkeys', { ...typed, name: 'Phone' })).status).toBe(201)
  await expectRefusal(
    await owner.call('POST', '/account/passkeys', { ...typed, name: 'Again' }),
    422,
    'invalid-passkey',
  )
  await expectRefusal(await add(elsewhere, authenticator), 422, 'invalid-passkey')
})

test('a passkey is renamed and removed by its owner alone; without one the password signs in alone again', async () => {
  await using site = await openIdentitySite()
  const { owner, authenticator, recoveryCodes } = await withPasskey(site)
  await site.identity.administrators.create(OTHER)
  const other = await signedIn(site, OTHER.password, OTHER.email)
  const path = `/account/passkeys/${authenticator.id}`
  await expectRefusal(await other.call('PATCH', path, { name: 'Mine now' }), 404, 'not-found')
  await expectRefusal(await other.call('DELETE', path), 404, 'not-found')
  await expectRefusal(await owner.call('PATCH', path, { name: 'x'.repeat(61) }), 422, 'unacceptable-name')
  expect((await owner.call('PATCH', path, { name: ' Blue phone ' })).status).toBe(204)
  expect((await passkeysOf(owner)).map(({ name }) => name)).toEqual(['Blue phone'])
  expect((await owner.call('DELETE', path)).status).toBe(204)
  await expectRefusal(await owner.call('DELETE', path), 404, 'not-found')
  const visitor = site.visitor('192.0.2.1')
  await expectRefusal(await signInWithPasskey(visitor, authenticator), 401, 'invalid-passkey')
  expect((await visitor.signIn()).status).toBe(200)
  expect(await site.db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([])
  expect(recoveryCodes).toHaveLength(10)
  expect((await accountChanges(site)).map(([, action]) => action)).toEqual([
    'passkey added',
    'created',
    'passkey renamed',
    'passkey removed',
  ])
})

test('whoever owes a second factor pays with a passkey, and cannot remove the only one', async () => {
  await using site = await openIdentitySite({ requireSecondFactor: true })
  const owner = await signedIn(site)
  await expectRefusal(await owner.callAdmin(), 403, 'second-factor-required')
  const authenticator = createAuthenticator()
  expect((await add(owner, authenticator)).status).toBe(201)
  expect((await owner.callAdmin()).status).toBe(200)
  const path = `/account/passkeys/${authenticator.id}`
  await expectRefusal(await owner.call('DELETE', path), 409, 'last-second-factor')
  expect(await passkeysOf(owner)).toHaveLength(1)
  const { key } = await switchOn(owner)
  expect((await owner.call('DELETE', path)).status).toBe(204)
  pass(STEP)
  const visitor = site.visitor('192.0.2.1')
  expect(await (await visitor.signIn()).json()).toEqual({ secondStep: { expiresIn: 300 } })
  expect((await visitor.signInWith(codeAt(key))).status).toBe(200)
})

test('switching the app off keeps passkeys and recovery codes; the command line removes every second factor', async () => {
  await using site = await openIdentitySite()
  const { owner, authenticator } = await withPasskey(site)
  const { key, recoveryCodes } = await switchOn(owner)
  pass(STEP)
  const typed = { password: PASSWORD, code: codeAt(key) }
  expect((await owner.call('POST', '/account/second-factor/removal', typed)).status).toBe(204)
  const visitor = site.visitor('192.0.2.1')
  expect((await visitor.signIn()).status).toBe(202)
  expect((await visitor.signInWith(recoveryCodes[0] ?? '')).status).toBe(200)
  expect(await site.identity.administrators.removeSecondFactor(EMAIL)).toBe(true)
  expect(await site.identity.administrators.removeSecondFactor(EMAIL)).toBe(false)
  await expectRefusal(await signInWithPasskey(visitor, authenticator), 401, 'invalid-passkey')
  expect((await visitor.signIn()).status).toBe(200)
})

test('a changed password keeps the passkey', async () => {
  await using site = await openIdentitySite()
  const { owner, authenticator } = await withPasskey(site)
  expect((await owner.call('PUT', '/account/password', { present: PASSWORD, next: NEW })).status).toBe(204)
  expect((await signInWithPasskey(site.visitor('192.0.2.1'), authenticator)).status).toBe(200)
})

test('ten passkeys at most', async () => {
  await using site = await openIdentitySite()
  const { owner } = await withPasskey(site)
  for (let made = 1; made < 10; made += 1)
    expect((await add(owner, createAuthenticator(), `Key ${made}`)).status).toBe(201)
  await expectRefusal(await owner.call('POST', '/account/passkeys/options'), 409, 'too-many-passkeys')
})

test('the sign-in by passkey comes from the site’s own pages, as JSON of its shape', async () => {
  await using site = await openIdentitySite()
  const { authenticator } = await withPasskey(site)
  const visitor = site.visitor('192.0.2.1')
  const foreign = { Origin: 'https://elsewhere.example' }
  for (const path of ['/api/auth/login/passkey/options', '/api/auth/login/passkey'])
    await expectRefusal(await visitor.send(path, { method: 'POST', headers: foreign }), 403, 'foreign-origin')
  const plain = await visitor.send('/api/auth/login/passkey', { method: 'POST', body: '{}' })
  await expectRefusal(plain, 415, 'not-json')
  const assertion = authenticator.assert(await optionsFor(visitor))
  for (const wrong of [{}, { ...assertion, type: 'password' }, { ...assertion, response: {} }])
    await expectRefusal(await visitor.post('/api/auth/login/passkey', wrong), 400, 'invalid-request')
  const long = { ...assertion, id: 'x'.repeat(5_000) }
  await expectRefusal(await visitor.post('/api/auth/login/passkey', long), 413, 'too-large')
  const garbage = { clientDataJSON: 'AAAA', authenticatorData: '', signature: '%' }
  const read = await visitor.post('/api/auth/login/passkey', { ...assertion, response: garbage })
  await expectRefusal(read, 401, 'invalid-passkey')
  expect(ORIGIN).toContain((await optionsFor(visitor)).rpId)
})
