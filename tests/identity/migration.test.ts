import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import { createArgon2id } from '#server/adapters/auth/password-hash.ts'
import { openDataDir } from '#tests/support/child-site.ts'
import {
  createVisitor,
  EMAIL,
  mountIdentity,
  ORIGIN,
  openDatabase,
  PASSWORD,
  SECRET,
} from '#tests/support/identity-site.ts'
import { migratorOf } from '#tests/support/old-database.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const CREATED = '2026-02-01T08:00:00.000Z'
/** As Better Auth made it in 0.1.0: letters and digits. */
const TOKEN = 'Zq3mX8vT1pLr6NsYc0HbDk9eWfGuJa52'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => vi.useRealTimers())

test('the tables of identity are strict, and what belongs to an administrator goes with it', async () => {
  await using database = await openDatabase()
  const owned = ['sessions', 'second_factors', 'recovery_codes', 'sign_in_challenges', 'device_days']
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list where strict = 1`.execute(
    database.db,
  )
  const names = rows.map((row) => row.name)
  expect(names).toEqual(expect.arrayContaining([...owned, 'administrators', 'sign_in_failures']))
  for (const gone of ['user', 'account', 'session', 'verification', 'jwks']) expect(names).not.toContain(gone)
  for (const table of owned) {
    const keys =
      await sql<object>`select "table" as target, on_delete as action from pragma_foreign_key_list(${table})`.execute(
        database.db,
      )
    expect(keys.rows).toEqual([{ target: 'administrators', action: 'CASCADE' }])
  }
})

/** A database as 0.4.1 left it, brought to the newest version: two administrators, and one who never was. */
async function openMigrated() {
  const data = await openDataDir()
  const { db, close } = openSqlite(`${data.path}/thervu.db`)
  expect((await (await migratorOf(db)).migrateTo('0011-device-days')).error).toBeUndefined()
  const hashing = createArgon2id({ memory: 64, passes: 1, parallelism: 1 })
  const used = new Date(NOW.getTime() - 30 * 60_000).toISOString()
  const people = [
    { id: 'meena', email: EMAIL, role: 'admin', banned: 0, mustChange: 0 },
    { id: 'ravi', email: 'ravi@example.in', role: 'admin', banned: 1, mustChange: 1 },
    { id: 'nobody', email: 'nobody@example.in', role: 'user', banned: null, mustChange: 0 },
  ]
  for (const { id, email, role, banned, mustChange } of people) {
    await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt", "role", "banned",
      "mustChangePassword", "lastSignInAt") values (${id}, ${email}, ${email}, 0, ${CREATED}, ${CREATED}, ${role},
      ${banned}, ${mustChange}, ${id === 'meena' ? used : null})`.execute(db.withoutPlugins())
    await sql`insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
      values (${`a-${id}`}, ${id}, 'credential', ${id}, ${await hashing.hash(PASSWORD)}, ${CREATED},
      ${CREATED})`.execute(db.withoutPlugins())
  }
  await sql`insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt", "userAgent",
    "confirmedAt", "deviceId", "notedDay") values ('s', ${TOKEN}, 'meena', '2026-03-01T21:30:00.000Z', ${used}, ${used},
    'Chrome on Android', ${used}, 'phone', '2026-03-01')`.execute(db.withoutPlugins())
  await sql`insert into device_days (administrator_id, device_id, device, days, last_day)
    values ('meena', 'phone', 'Chrome on Android', '["2026-03-01"]', '2026-03-01')`.execute(db)
  await sql`insert into second_factors (administrator_id, sealed_key, last_step, proven_at)
    values ('ravi', 'sealed', 1, ${CREATED})`.execute(db)
  await migrateToLatest(db)
  const clock = { now: () => new Date(), monotonic: () => 0 }
  const log = { info() {}, warn() {}, error() {} }
  const identity = createIdentity({
    ...{ db, clock, log, hashing },
    ...{ secrets: [SECRET], secureCookies: true, siteOrigin: ORIGIN },
  })
  return {
    db,
    identity,
    visitor: createVisitor(mountIdentity(identity), '203.0.113.7'),
    async [Symbol.asyncDispose]() {
      await close()
      await data[Symbol.asyncDispose]()
    },
  }
}

test('administrators of 0.4.1 keep their password, their second factor and what kept them out', async () => {
  await using site = await openMigrated()
  const rows = await site.db.selectFrom('administrators').selectAll().orderBy('id').execute()
  const shared = { role: 'owner', createdAt: CREATED, passwordHash: expect.stringMatching(/^\$argon2id\$/) }
  const lastSignInAt = '2026-03-01T09:30:00.000Z'
  expect(rows).toEqual([
    { ...shared, id: 'meena', email: EMAIL, disabled: 0, mustChangePassword: 0, lastSignInAt },
    {
      ...shared,
      ...{ id: 'nobody', email: 'nobody@example.in', disabled: 1, mustChangePassword: 0, lastSignInAt: null },
    },
    {
      ...shared,
      ...{ id: 'ravi', email: 'ravi@example.in', disabled: 1, mustChangePassword: 1, lastSignInAt: null },
    },
  ])
  expect((await site.visitor.signIn()).status).toBe(200)
  for (const email of ['ravi@example.in', 'nobody@example.in'])
    expect((await site.visitor.signIn(PASSWORD, email)).status).toBe(403)
  expect(await site.db.selectFrom('secondFactors').select('administratorId').execute()).toEqual([
    { administratorId: 'ravi' },
  ])
})

test('whoever was signed in stays so: the cookie of 0.4.1 gives a new stored token, on the same device', async () => {
  await using site = await openMigrated()
  const signature = createHmac('sha256', SECRET).update(TOKEN).digest('base64')
  site.visitor.cookie = `__Host-session=${encodeURIComponent(`${TOKEN}.${signature}`)}`
  expect(signature).toMatch(/[+/]/)
  const token = await site.visitor.send('/api/auth/token')
  expect(token.status).toBe(200)
  site.visitor.accessToken = ((await token.json()) as { accessToken: string }).accessToken
  expect((await site.visitor.callAdmin()).status).toBe(200)
  expect(await (await site.visitor.call('GET', '/account')).json()).toMatchObject({
    devices: [{ device: 'Chrome on Android', begun: '2026-03-01T09:30:00.000Z', days: ['2026-03-01'] }],
  })
  const { sid } = await site.db.selectFrom('sessions').select('sid').executeTakeFirstOrThrow()
  expect(sid).not.toContain(TOKEN)
  site.visitor.cookie = `__Host-session=${TOKEN}.${signature.slice(1)}`
  expect((await site.visitor.send('/api/auth/token')).status).toBe(401)
})
