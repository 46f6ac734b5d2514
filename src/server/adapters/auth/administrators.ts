import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#database/schema.ts'
import type { Clock } from '#domain/app.ts'
import type { Administrator, Identity } from '#domain/identity/identity.ts'
import { findPasswordProblem } from '#domain/identity/password.server.ts'
import { forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { type AuthDatabase, authTablesOf } from './auth-tables.ts'
import { ADMIN_ROLE } from './better-auth.ts'
import type { PasswordHashing } from './password-hash.ts'

type Parts = { db: Database; clock: Clock; hashing: PasswordHashing; accountOf(email: string): string }

/** The operator's side: making, disabling and listing administrators, straight in Better Auth's tables. */
export function createAdministrators({ db, clock, hashing, accountOf }: Parts): Identity['administrators'] {
  return {
    async list() {
      const rows = await selectAdministrators(authTablesOf(db)).orderBy('createdAt').execute()
      return rows.map(toAdministrator)
    },
    async create(account) {
      const email = readEmail(account.email)
      requireGoodPassword(account.password, email)
      const password = await hashing.hash(account.password)
      return db.transaction().execute(async (transaction) => {
        const tables = authTablesOf(transaction)
        if (await findByEmail(tables, email)) throw new Error(`There is already an administrator ${email}.`)
        const id = randomUUID()
        await insertUser(tables, { id, email }, clock.now())
        await insertPassword(tables, { userId: id, password }, clock.now())
        return { id, email, disabled: false }
      })
    },
    async setPassword(typedEmail, newPassword) {
      const email = readEmail(typedEmail)
      requireGoodPassword(newPassword, email)
      const password = await hashing.hash(newPassword)
      return db.transaction().execute(async (transaction) => {
        const tables = authTablesOf(transaction)
        const administrator = await findByEmail(tables, email)
        if (!administrator) return false
        const userId = administrator.id
        await tables.deleteFrom('account').where('userId', '=', userId).execute()
        await insertPassword(tables, { userId, password }, clock.now())
        await tables.deleteFrom('session').where('userId', '=', userId).execute()
        await forgiveFailures({ db: transaction }, accountOf(email))
        return true
      })
    },
    async disable(email) {
      return db.transaction().execute(async (transaction) => {
        const tables = authTablesOf(transaction)
        const administrators = (await selectAdministrators(tables).execute()).map(toAdministrator)
        const one = administrators.find((administrator) => administrator.email === readEmail(email))
        if (!one) return false
        if (!administrators.some((other) => other.id !== one.id && !other.disabled)) {
          throw new Error(`${one.email} is the last administrator who can sign in; create another one first.`)
        }
        // The sessions stay, refused by this flag, so that their owner is told why.
        await tables.updateTable('user').set({ banned: 1 }).where('id', '=', one.id).execute()
        return true
      })
    },
  }
}

function requireGoodPassword(password: string, email: string) {
  const passwordProblem = findPasswordProblem(password, email)
  if (passwordProblem) throw new Error(passwordProblem)
}

function readEmail(typed: string) {
  const email = typed.trim().toLowerCase()
  if (!z.email().safeParse(email).success) throw new Error(`"${typed}" is not an email address.`)
  return email
}

function selectAdministrators(tables: AuthDatabase) {
  return tables.selectFrom('user').select(['id', 'email', 'banned']).where('role', '=', ADMIN_ROLE)
}

async function findByEmail(tables: AuthDatabase, email: string) {
  return selectAdministrators(tables).where('email', '=', email).executeTakeFirst()
}

async function insertUser(tables: AuthDatabase, { id, email }: { id: string; email: string }, now: Date) {
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() }
  await tables
    .insertInto('user')
    .values({ id, email, name: email, emailVerified: 0, role: ADMIN_ROLE, banned: 0, ...times })
    .execute()
}

async function insertPassword(
  tables: AuthDatabase,
  { userId, password }: { userId: string; password: string },
  now: Date,
) {
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() }
  await tables
    .insertInto('account')
    .values({ id: randomUUID(), accountId: userId, providerId: 'credential', userId, password, ...times })
    .execute()
}

function toAdministrator(row: { id: string; email: string; banned: number | null }): Administrator {
  return { id: row.id, email: row.email, disabled: row.banned === 1 }
}
