import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sealAnew } from '#domain/identity/second-factor.server.ts'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import {
  changeSecret,
  claimSecret,
  readAuthSecrets,
  rotateStoredSecret,
} from '#server/process/auth-secret.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import {
  createVisitor,
  EMAIL,
  expectRefusal,
  type IdentitySite,
  mountIdentity,
  NEW,
  OTHER,
  openIdentitySite,
  PASSWORD,
  SECRET,
  signedIn,
} from '../support/identity-site.ts'
import { codeAt, pass, STEP, switchOn, withSecondFactor } from '../support/second-factor.ts'

const NEXT = 'the secret that comes after that of the tests'
const HOUR = 3_600_000

let folder = ''
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') })
  folder = mkdtempSync(join(tmpdir(), 'thervu-secret-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

type Secrets = Parameters<typeof createIdentity>[0]['secrets']

/** Another server of the same database. */
function serverWith(site: IdentitySite, secrets: Secrets) {
  return mountIdentity(createIdentity({ ...site.settings, secrets }))
}

/** The same browser at another server. */
function at(site: IdentitySite, secrets: Secrets, browser: ReturnType<IdentitySite['visitor']>) {
  const visitor = createVisitor(serverWith(site, secrets), '192.0.2.1')
  return Object.assign(visitor, {
    ...{ cookie: browser.cookie, device: browser.device, challenge: browser.challenge },
    accessToken: browser.accessToken,
  })
}

test('sessions, tokens and sign-ins under way go on under the new secret, and what it signs needs the old one no longer', async () => {
  await using site = await openIdentitySite()
  const { owner, key } = await withSecondFactor(site)
  const under = site.visitor('192.0.2.7')
  await under.signIn()
  const moved = at(site, [NEXT, SECRET], owner)
  expect((await moved.callAdmin()).status).toBe(200)
  expect((await at(site, [NEXT, SECRET], under).signInWith(codeAt(key))).status).toBe(200)
  const renewed = (await (await moved.send('/api/auth/token')).json()) as { accessToken: string }
  moved.accessToken = renewed.accessToken
  // Half the proof is signed by the old secret still: not for a server that knows the new one alone.
  await expectRefusal(await at(site, [NEXT], moved).callAdmin(), 401, 'user-token-expired')
  pass(2 * STEP)
  const again = createVisitor(serverWith(site, [NEXT, SECRET]), '192.0.2.2')
  await again.signIn()
  expect((await again.signInWith(codeAt(key))).status).toBe(200)
  expect((await at(site, [NEXT], again).callAdmin()).status).toBe(200)
  await expectRefusal(await at(site, [SECRET], again).callAdmin(), 401, 'user-token-expired')
})

test('two servers that have the secrets the other way round accept all that either signs', async () => {
  await using site = await openIdentitySite()
  const first = await signedIn(site)
  const second = createVisitor(serverWith(site, [NEXT, SECRET]), '192.0.2.2')
  expect((await second.signIn()).status).toBe(200)
  for (const secrets of [[SECRET, NEXT] as const, [NEXT, SECRET] as const])
    for (const browser of [first, second])
      expect((await at(site, secrets, browser).callAdmin()).status).toBe(200)
})

test('a known device stays one, and a challenge for a passkey stays good', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  const options = await owner.call('POST', '/account/passkeys/options')
  const authenticator = createAuthenticator()
  const attestation = authenticator.register((await options.json()) as { challenge: string })
  const moved = at(site, [NEXT, SECRET], owner)
  expect((await moved.call('POST', '/account/passkeys', { name: 'Phone', attestation })).status).toBe(201)
  // A stranger's wrong passwords use up what a new device may try; the known one has its own.
  const device = at(site, [NEXT, SECRET], await known(site))
  for (let tried = 0; tried < 11; tried += 1) {
    const stranger = createVisitor(serverWith(site, [NEXT, SECRET]), '192.0.2.1')
    await stranger.signIn(NEW)
  }
  expect((await device.signIn()).status).toBe(202)
})

async function known(site: IdentitySite) {
  await site.identity.administrators.removeSecondFactor(EMAIL)
  const device = await signedIn(site)
  const options = await device.call('POST', '/account/passkeys/options')
  const attestation = createAuthenticator().register((await options.json()) as { challenge: string })
  expect((await device.call('POST', '/account/passkeys', { name: 'Key', attestation })).status).toBe(201)
  await device.signOut()
  return device
}

test('a sealing that breaks off half-way goes on at the next start, and no code is lost meanwhile', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  await site.identity.administrators.create(OTHER)
  const other = await signedIn(site, OTHER.password, OTHER.email)
  const { key: otherKey } = await switchOn(other)
  pass(STEP)
  const secrets = [NEXT, SECRET] as const
  await expect(sealAnew({ db: endingAfter(site.db, 1), secrets })).rejects.toThrow('cut off')
  const sealed = () => site.db.selectFrom('secondFactors').select('sealedKey').execute()
  const half = await sealed()
  const signInWith = async (one: Secrets, account: { email: string; password: string }, code: string) => {
    const visitor = createVisitor(serverWith(site, one), '192.0.2.1')
    await visitor.signIn(account.password, account.email)
    return (await visitor.signInWith(code)).status
  }
  const owner = { email: EMAIL, password: PASSWORD }
  expect(await signInWith(secrets, owner, codeAt(key))).toBe(200)
  expect(await signInWith(secrets, OTHER, codeAt(otherKey))).toBe(200)
  expect(await sealAnew({ db: site.db, secrets })).toEqual({ sealed: 1, closed: 0 })
  expect(await sealAnew({ db: site.db, secrets })).toEqual({ sealed: 0, closed: 0 })
  expect(await sealed()).not.toEqual(half)
  pass(2 * STEP)
  expect(await signInWith([NEXT], owner, codeAt(key))).toBe(200)
  expect(await signInWith([NEXT], OTHER, codeAt(otherKey))).toBe(200)
})

test('a key that no secret opens stays as it is and is told, until its secret is there again', async () => {
  await using site = await openIdentitySite()
  const { key } = await withSecondFactor(site)
  const config = { authSecret: NEXT, acceptedSecret: null, dataDir: folder }
  await changeSecret(site.settings, [NEXT], config)
  expect(site.entries.at(-1)).toMatchObject({ level: 'warn', fields: { closed: 1 } })
  await changeSecret(site.settings, [NEXT, SECRET], config)
  const visitor = createVisitor(serverWith(site, [NEXT]), '192.0.2.1')
  await visitor.signIn()
  expect((await visitor.signInWith(codeAt(key))).status).toBe(200)
})

test('the kept secret is changed for the next start, and the former one goes when nobody is signed in with it', async () => {
  await using site = await openIdentitySite()
  const config = { authSecret: null, acceptedSecret: null, dataDir: folder }
  const [first] = readAuthSecrets(config)
  rotateStoredSecret(config)
  const [second, ...former] = readAuthSecrets(config)
  expect([second === first, former]).toEqual([false, [first]])
  // Twice before a start: neither is lost.
  rotateStoredSecret(config)
  const [third, ...both] = readAuthSecrets(config)
  expect([third === second, both]).toEqual([false, [second, first]])
  expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600)
  await changeSecret(site.settings, readAuthSecrets(config), config)
  expect(site.entries.at(-1)).toMatchObject({ fields: { until: new Date('2026-03-01T22:00:00Z') } })
  pass(12 * HOUR - 1)
  await changeSecret(site.settings, readAuthSecrets(config), config)
  expect(readAuthSecrets(config)).toHaveLength(3)
  pass(1)
  await changeSecret(site.settings, readAuthSecrets(config), config)
  expect(readAuthSecrets(config)).toEqual([third])
  expect(readFileSync(join(folder, 'auth-secret'), 'utf8')).toBe(`${third}\n`)
  writeFileSync(join(folder, 'auth-secret'), `${third}\nshort\n`)
  expect(() => readAuthSecrets(config)).toThrow('auth-secret is damaged')
})

test('a secret that is set is changed where it is set, and the log says when the old one may go', async () => {
  await using site = await openIdentitySite()
  const config = { authSecret: NEXT, acceptedSecret: SECRET, dataDir: folder }
  expect(readAuthSecrets(config)).toEqual([NEXT, SECRET])
  expect(() => rotateStoredSecret(config)).toThrow('AUTH_SECRET_ACCEPTED')
  const told = async () => {
    await changeSecret(site.settings, [NEXT, SECRET], config)
    return site.entries.at(-1)?.message
  }
  expect(await told()).toMatch('is needed until then')
  pass(12 * HOUR)
  expect(await told()).toMatch('unset AUTH_SECRET_ACCEPTED')
  // Changed back and forth: the time counts from the last change.
  await changeSecret(site.settings, [SECRET, NEXT], config)
  expect(await told()).toMatch('is needed until then')
})

test('servers of one database share a secret, and the old one alone no longer starts when it has gone', async () => {
  await using site = await openIdentitySite()
  await claimSecret(site.settings, [SECRET])
  await expect(claimSecret(site.settings, [NEXT])).rejects.toThrow('AUTH_SECRET is not the one')
  await claimSecret(site.settings, [SECRET, NEXT])
  await claimSecret(site.settings, [NEXT, SECRET])
  await claimSecret(site.settings, [NEXT])
  await expect(claimSecret(site.settings, [SECRET])).rejects.toThrow('AUTH_SECRET is not the one')
})

/** A database that is cut off after so many updates. */
function endingAfter(db: IdentitySite['db'], most: number): IdentitySite['db'] {
  let updates = 0
  return new Proxy(db, {
    get(target, name) {
      if (name === 'updateTable') {
        updates += 1
        if (updates > most) throw new Error('cut off')
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
