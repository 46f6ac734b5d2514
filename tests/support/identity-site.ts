import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect } from 'vitest'
import type { Log } from '#domain/app.ts'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import { createArgon2id } from '#server/adapters/auth/password-hash.ts'
import { accountApi } from '#server/api/admin/account.ts'
import { authApi } from '#server/api/admin/auth.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase as openEngine } from '#server/engines/open-database.ts'
import { adminGuard } from '#server/middleware/admin-guard.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { writeEmptyDatabase } from './empty-database.ts'
import { databaseEnv, dropDatabase } from './engine.ts'

export const ORIGIN = 'https://papers.example.in'
export const EMAIL = 'meena@example.in'
export const PASSWORD = 'violet tram seven puddle'
export const NEW = 'seven lamps under water'
export const WRONG = 'not the password at all'
export const OTHER = { email: 'ravi@example.in', password: 'a quiet boat on the lake' }
export const MINUTE = 60_000
export const SECRET = 'a secret of the tests, long enough to be one'

type LogEntry = { level: string; fields: Record<string, unknown>; message: string }
export type IdentitySite = Awaited<ReturnType<typeof openIdentitySite>>

/** A database in a temporary folder that closes with the test's `await using`. */
export async function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-identity-'))
  await writeEmptyDatabase(folder)
  const { db, close } = await openIn(folder)
  return {
    db,
    folder,
    clock: { now: () => new Date(), monotonic: () => performance.now() },
    async [Symbol.asyncDispose]() {
      await close()
      await dropDatabase(folder)
      rmSync(folder, { recursive: true })
    },
  }
}

/** A folder's database, as another process would open it, too. */
export async function openIn(folder: string) {
  return await openEngine(readConfig({ DATA_DIR: folder, ...(await databaseEnv(folder)) }).database, true)
}

/** A small site with sign-in at /api/auth and one guarded area at /api/admin, and one administrator. */
export async function openIdentitySite({
  secureCookies = true,
  requireSecondFactor = false,
  atHash = async () => {},
} = {}) {
  const { db, clock, folder, [Symbol.asyncDispose]: dispose } = await openDatabase()
  const entries: LogEntry[] = []
  const { hashing, counts } = countingHashes(atHash)
  const settings = {
    db,
    clock,
    log: logInto(entries),
    secureCookies,
    siteOrigin: ORIGIN,
    hashing,
    requireSecondFactor,
  }
  const identity = createIdentity({ ...settings, secrets: [SECRET] })
  await identity.administrators.create({ email: EMAIL, password: PASSWORD })
  counts.hashed = 0
  const http = mountIdentity(identity)
  return {
    db,
    folder,
    clock,
    identity,
    entries,
    counts,
    settings,
    http,
    visitor: (address = '203.0.113.7') => createVisitor(http, address),
    [Symbol.asyncDispose]: dispose,
  }
}

/** The routes as the whole site mounts them; the test's address comes in a header of its own. */
export function mountIdentity(identity: ReturnType<typeof createIdentity>) {
  const http = new Hono<HttpEnv>()
  http.use(async (c, next) => {
    c.set('requestId', 'request-1')
    c.set('address', c.req.header('Test-Address') ?? '203.0.113.7')
    c.set('siteOrigin', ORIGIN)
    await next()
  })
  http.route('/api/auth', authApi(identity))
  http.use('/api/admin/*', adminGuard(identity))
  http.all('/api/admin/whoami', (c) => c.json(c.var.administrator))
  http.route('/api/admin', accountApi({ identity }))
  return http
}

/** A browser with its cookies, on one address: `cookie` is the session's. */
export function createVisitor(http: Hono<HttpEnv>, address: string) {
  const visitor = {
    cookie: '',
    device: '',
    challenge: '',
    accessToken: '',
    async send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
      const pairs = [visitor.cookie, visitor.device, visitor.challenge].filter(Boolean).join('; ')
      const cookie: Record<string, string> = pairs ? { Cookie: pairs } : {}
      const headers = { 'Test-Address': address, Origin: ORIGIN, ...cookie, ...init.headers }
      const response = await http.request(path, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const name = /^(?:__Host-)?(device|challenge)=/.exec(line)?.[1] as 'device' | 'challenge' | undefined
        visitor[name ?? 'cookie'] = line.includes('Max-Age=0') ? '' : (line.split(';')[0] ?? '')
      }
      return response
    },
    async signIn(password: string = PASSWORD, email: string = EMAIL) {
      return await visitor.post('/api/auth/login', { email, password })
    },
    /** The second step of signing in. */
    async signInWith(code: string) {
      return await visitor.post('/api/auth/login/code', { code })
    },
    async post(path: string, body: object) {
      const headers = { 'Content-Type': 'application/json' }
      const response = await visitor.send(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (response.status === 200)
        visitor.accessToken = ((await response.clone().json()) as { accessToken: string }).accessToken
      return response
    },
    /** A call of the account's API as the site's own page makes it. */
    async call(method: string, path: string, body?: object) {
      const headers = { Authorization: `Bearer ${visitor.accessToken}`, 'Content-Type': 'application/json' }
      return await visitor.send(`/api/admin${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
    },
    signOut: () => visitor.send('/api/auth/logout', { method: 'POST' }),
    /** An admin call as the site's own page makes it. */
    callAdmin(headers: Record<string, string> = {}, method = 'POST') {
      return visitor.send('/api/admin/whoami', {
        method,
        headers: { Authorization: `Bearer ${visitor.accessToken}`, ...headers },
      })
    },
  }
  return visitor
}

/** A visitor who has signed in. */
export async function signedIn(site: IdentitySite, password: string = PASSWORD, email: string = EMAIL) {
  const visitor = site.visitor()
  expect((await visitor.signIn(password, email)).status).toBe(200)
  return visitor
}

/** The `code` of a problem document. */
export async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code
}

function countingHashes(atHash: () => Promise<void>) {
  const cheap = createArgon2id({ memory: 64, passes: 1, parallelism: 1 })
  const counts = { hashed: 0 }
  return {
    counts,
    hashing: {
      async hash(password: string) {
        counts.hashed += 1
        await atHash()
        return cheap.hash(password)
      },
      async verify(stored: { hash: string; password: string }) {
        counts.hashed += 1
        await atHash()
        return cheap.verify(stored)
      },
    },
  }
}

function logInto(entries: LogEntry[]): Log {
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void entries.push({ level, fields, message })
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** The status and the code of a refusal, which is a problem document. */
export async function expectRefusal(response: Response, status: number, code: string) {
  expect([response.status, await codeOf(response)]).toEqual([status, code])
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
}

/** Who has changed which account, and how, oldest first. */
export async function accountChanges({ db }: Pick<IdentitySite, 'db'>) {
  const entries = await db.selectFrom('journal').selectAll().orderBy('id').execute()
  return entries.map(({ author, action, kind, subject }) => [author, action, kind, subject])
}
