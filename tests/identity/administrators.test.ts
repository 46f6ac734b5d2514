import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccountState } from '#domain/identity/account.ts'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import { readAuthSecret } from '#server/process/auth-secret.ts'
import { ensureAdministrator } from '#server/process/serve-site.ts'
import { STARTED } from '../support/child-site.ts'
import { databaseEnv, isPostgres } from '../support/engine.ts'
import {
  EMAIL,
  OTHER,
  openDatabase,
  openIdentitySite,
  PASSWORD,
  SECRET,
  signedIn,
} from '../support/identity-site.ts'
import { rowsOf } from '../support/stored.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thervu-admin-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function openEmpty() {
  const { db, clock, [Symbol.asyncDispose]: dispose } = await openDatabase()
  const log = { info() {}, warn() {}, error() {} }
  const identity = createIdentity({
    db,
    clock,
    log,
    secrets: [SECRET],
    secureCookies: true,
    siteOrigin: null,
  })
  return { identity, [Symbol.asyncDispose]: dispose }
}

async function runAdmin(args: string[], input = '') {
  const script = join(import.meta.dirname, '../../scripts/admin.ts')
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...STARTED, DATA_DIR: folder, ...(await databaseEnv(folder)) },
  })
  child.stdin.end(input)
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, error, code: await closed }
}

test('an email belongs to one administrator, in whatever case it is typed', async () => {
  await using site = await openIdentitySite()
  const again = site.identity.administrators.create({ ...OTHER, email: EMAIL.toUpperCase() })
  await expect(again).rejects.toThrow(`There is already an administrator ${EMAIL}.`)
})

test('two made at the same moment with one email are one administrator and one refusal', async () => {
  await using site = await openIdentitySite()
  const results = await Promise.allSettled(
    [OTHER, OTHER].map((account) => site.identity.administrators.create(account)),
  )
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('bad emails and passwords are refused in one sentence', async () => {
  await using site = await openIdentitySite()
  const { create, setPassword } = site.identity.administrators
  await expect(create({ ...OTHER, email: 'ravi' })).rejects.toThrow('"ravi" is not an email address.')
  await expect(create({ ...OTHER, password: 'short' })).rejects.toThrow('15 to 128')
  await expect(setPassword(EMAIL, 'passwordpassword')).rejects.toThrow('commonest')
})

test('nobody’s password and nobody’s account cannot be changed', async () => {
  await using site = await openIdentitySite()
  expect(await site.identity.administrators.setPassword(OTHER.email, OTHER.password)).toBe(false)
  expect(await site.identity.administrators.disable(OTHER.email)).toBe(false)
})

test('the last owner who can sign in cannot be disabled', async () => {
  await using site = await openIdentitySite()
  const { create, disable, list } = site.identity.administrators
  await create(OTHER)
  expect(await disable(OTHER.email)).toBe(true)
  await expect(disable(EMAIL)).rejects.toThrow('last owner')
  expect((await list()).map(({ email, disabled }) => [email, disabled])).toEqual([
    [EMAIL, false],
    [OTHER.email, true],
  ])
})

test('the first start makes the administrator of the settings, and later starts leave it alone', async () => {
  await using empty = await openEmpty()
  const settings = { adminEmail: OTHER.email, adminPassword: OTHER.password }
  expect(await ensureAdministrator(empty.identity, settings)).toEqual({ email: OTHER.email })
  const changed = { adminEmail: EMAIL, adminPassword: PASSWORD }
  expect(await ensureAdministrator(empty.identity, changed)).toEqual({ email: OTHER.email })
  expect(await empty.identity.administrators.list()).toHaveLength(1)
})

test('without settings the first administrator gets a random password, shown once, that works', async () => {
  await using empty = await openEmpty()
  const nothing = { adminEmail: null, adminPassword: null }
  const first = await ensureAdministrator(empty.identity, nothing)
  expect(first).toEqual({ email: 'admin@thervu.local', password: expect.stringMatching(/^[\w-]{24}$/) })
  expect(await ensureAdministrator(empty.identity, nothing)).toEqual({ email: 'admin@thervu.local' })
  const request = { address: '192.0.2.1', origin: 'https://a.example', requestId: 'request-1', cookie: null }
  const signedIn = await empty.identity.signIn(
    { email: first.email, password: first.password ?? '' },
    request,
  )
  expect(signedIn).toHaveProperty('accessToken')
})

test('an ADMIN_PASSWORD that is easy to guess stops the start with a sentence that names it', async () => {
  await using empty = await openEmpty()
  const settings = { adminEmail: EMAIL, adminPassword: 'passwordpassword' }
  await expect(ensureAdministrator(empty.identity, settings)).rejects.toThrow(/ADMIN_PASSWORD.*commonest/)
})

test('the secret is made once and can be read by its owner only', () => {
  const config = { authSecret: null, acceptedSecret: null, dataDir: join(folder, 'data') }
  const secret = readAuthSecret(config)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readAuthSecret(config)).toBe(secret)
  expect(statSync(join(folder, 'data/auth-secret')).mode & 0o777).toBe(0o600)
  expect(readAuthSecret({ ...config, authSecret: SECRET })).toBe(SECRET)
})

test('a damaged secret stops the start instead of being used', () => {
  writeFileSync(join(folder, 'auth-secret'), 'short\n')
  expect(() => readAuthSecret({ authSecret: null, acceptedSecret: null, dataDir: folder })).toThrow(
    'auth-secret is damaged',
  )
})

test('the admin script makes, lists, changes, disables and restores administrators', {
  timeout: 60_000,
}, async () => {
  expect(await runAdmin(['create', EMAIL], `${PASSWORD}\n`)).toMatchObject({
    code: 0,
    out: `${EMAIL} can sign in now.\n`,
  })
  const made = await runAdmin(['create', OTHER.email, '--generate'])
  expect(made.out).toMatch(/Password \(shown only now\): [\w-]{24}\n$/)
  expect(await runAdmin(['password', EMAIL], OTHER.password)).toMatchObject({ code: 0 })
  expect(await runAdmin(['disable', OTHER.email])).toMatchObject({ code: 0 })
  expect((await runAdmin(['list'])).out).toBe(`${EMAIL}\n${OTHER.email} (disabled)\n`)
  expect((await runAdmin(['restore', OTHER.email])).out).toBe(`${OTHER.email} can sign in again.\n`)
  expect((await runAdmin(['list'])).out).toBe(`${EMAIL}\n${OTHER.email}\n`)
  expect((await runAdmin(['remove-second-factor', EMAIL])).out).toBe(`${EMAIL} has no second factor.\n`)
  expect((await runAdmin(['remove-second-factor', 'nobody@example.in'])).code).toBe(1)
  expect((await runAdmin(['restore', EMAIL, '--generate'])).code).toBe(2)
  if (!isPostgres) expect(readFileSync(join(folder, 'thervu.db')).includes(PASSWORD)).toBe(false)
  const written = await rowsOf(
    folder,
    'select author, action, subject, before, after from journal order by id',
  )
  const [off, on] = [JSON.stringify({ disabled: false }), JSON.stringify({ disabled: true })]
  const by = { author: 'the command line' }
  expect(written).toEqual([
    {
      ...by,
      action: 'created',
      subject: OTHER.email,
      before: null,
      after: JSON.stringify({ email: OTHER.email }),
    },
    { ...by, action: 'password changed', subject: EMAIL, before: null, after: null },
    { ...by, action: 'disabled', subject: OTHER.email, before: off, after: on },
    { ...by, action: 'restored', subject: OTHER.email, before: on, after: off },
  ])
})

test('the admin script explains itself without arguments and fails with one sentence', {
  timeout: 60_000,
}, async () => {
  const usage = await runAdmin([])
  expect([usage.code, usage.out, usage.error.startsWith('Usage:')]).toEqual([2, '', true])
  expect((await runAdmin(['constructor', EMAIL])).code).toBe(2)
  expect(await runAdmin(['password', EMAIL], PASSWORD)).toEqual({
    code: 1,
    out: '',
    error: `There is no administrator ${EMAIL}.\n`,
  })
})

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

function recordOf(email: string, lastSignInTime: unknown) {
  const shown = { displayName: null, photoURL: null, email, phoneNumber: null }
  return {
    uid: expect.stringMatching(/^[\w-]{36}$/),
    ...shown,
    emailVerified: false,
    tenantId: null,
    providerData: [{ providerId: 'password', uid: email, ...shown }],
    metadata: { creationTime: TIME, lastSignInTime },
    isAnonymous: false,
  }
}

test('who is signed in has every field that the specification lists, empty where it does not apply', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  const read = async () => await (await visitor.send('/api/auth/session')).json()
  expect(await read()).toEqual({ administrator: null })
  await visitor.signIn()
  expect(await read()).toEqual({ administrator: recordOf(EMAIL, TIME) })
})

test('the administrators are listed with the same fields', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create({
    email: 'ravi@example.in',
    password: 'a quiet boat on the lake',
  })
  const visitor = await signedIn(site)
  const { administrators } = (await (await visitor.call('GET', '/account')).json()) as AccountState
  const marks = { secondFactor: false, refused: 0, disabled: false, role: 'owner' }
  expect(administrators).toEqual([
    { ...recordOf(EMAIL, TIME), ...marks, id: administrators[0]?.uid, present: true },
    { ...recordOf('ravi@example.in', null), ...marks, id: administrators[1]?.uid, present: false },
  ])
})
