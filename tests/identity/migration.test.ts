import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBetterAuth } from '#server/adapters/auth/better-auth.ts'
import { openDatabase, SECRET } from '#tests/support/identity-site.ts'

function authOn(db: Awaited<ReturnType<typeof openDatabase>>['db']) {
  const log = { info() {}, warn() {}, error() {} }
  return openBetterAuth({
    db,
    log,
    secret: SECRET,
    secureCookies: true,
    siteOrigin: null,
  })
}

test('our migration makes everything that Better Auth would', async () => {
  await using database = await openDatabase()
  const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = (await getMigrations(
    authOn(database.db).options,
  )) as unknown as Record<string, unknown[]>
  expect({ toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems }).toEqual({
    toBeCreated: [],
    toBeAdded: [],
    toBeAddedIndexes: [],
    schemaProblems: [],
  })
})

test('the tables of identity are strict, and what belongs to a user goes with it', async () => {
  await using database = await openDatabase()
  const tables = [
    'user',
    'session',
    'account',
    'verification',
    'jwks',
    'sign_in_failures',
    'second_factors',
    'recovery_codes',
    'sign_in_challenges',
    'device_days',
  ]
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list where strict = 1`.execute(
    database.db,
  )
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(tables))
  for (const table of [
    'session',
    'account',
    'second_factors',
    'recovery_codes',
    'sign_in_challenges',
    'device_days',
  ]) {
    const keys =
      await sql<object>`select "table" as target, on_delete as action from pragma_foreign_key_list(${table})`.execute(
        database.db,
      )
    expect(keys.rows).toEqual([{ target: 'user', action: 'CASCADE' }])
  }
})

test('Better Auth reports nothing home, sets no limits of its own and lets nobody sign up', async () => {
  await using database = await openDatabase()
  expect(authOn(database.db).options).toMatchObject({
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: false, disableSignUp: true },
    session: { cookieCache: { enabled: false } },
  })
})
