import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#database/schema.ts'
import type { Clock } from '#domain/app.ts'
import type { Administrator, Identity } from '#domain/identity/identity.ts'
import { findPasswordProblem } from '#domain/identity/password.server.ts'
import { removeSecondFactor } from '#domain/identity/second-factor.server.ts'
import { dropChallenges } from '#domain/identity/sign-in-challenge.server.ts'
import { forgiveEverything } from '#domain/identity/sign-in-throttle.server.ts'
import { journalOf } from './account-entries.ts'
import { type AuthDatabase, authTablesOf } from './auth-tables.ts'
import { ADMIN_ROLE } from './better-auth.ts'
import type { PasswordHashing } from './password-hash.ts'

type Parts = { db: Database; clock: Clock; hashing: PasswordHashing; accountOf(email: string): string }

/** The operator's side: what is done on the machine itself, straight in Better Auth's tables. */
export function createAdministrators(parts: Parts): Identity['administrators'] {
  const { db, clock, hashing, accountOf } = parts

  /** Runs a change of one administrator in a transaction; null when nobody has this email. */
  function change<Result>(
    email: string,
    act: (tx: Database, one: Administrator, write: ReturnType<typeof journalOf>) => Promise<Result>,
  ): Promise<Result | null> {
    return db.transaction().execute(async (tx) => {
      const one = await findByEmail(authTablesOf(tx), readEmail(email))
      return one ? await act(tx, one, journalOf(parts, null, tx)) : null
    })
  }

  return {
    list: () => listAdministrators(authTablesOf(db)),
    async create(account) {
      const email = readEmail(account.email)
      requireGoodPassword(account.password, email)
      const hash = await hashing.hash(account.password)
      return db.transaction().execute(async (tx) => {
        const tables = authTablesOf(tx)
        const others = await listAdministrators(tables)
        if (others.some((one) => one.email === email))
          throw new Error(`There is already an administrator ${email}.`)
        const made = await insertAdministrator(
          tables,
          { email, hash, mustChangePassword: false },
          clock.now(),
        )
        // The first one comes with the site; the journal begins with what is done on it.
        if (others.length > 0) await journalOf(parts, null, tx)('created', { whom: made, after: { email } })
        return made
      })
    },
    async setPassword(email, newPassword) {
      requireGoodPassword(newPassword, readEmail(email))
      const password = await hashing.hash(newPassword)
      const done = await change(email, async (tx, one, write) => {
        const tables = authTablesOf(tx)
        await tables.deleteFrom('account').where('userId', '=', one.id).execute()
        await insertPassword(tables, { userId: one.id, password }, clock.now())
        await tables.updateTable('user').set({ mustChangePassword: 0 }).where('id', '=', one.id).execute()
        await tables.deleteFrom('session').where('userId', '=', one.id).execute()
        await dropChallenges(tx, one.id)
        await forgiveEverything({ db: tx }, accountOf(one.email))
        await write('password changed', { whom: one })
        return true
      })
      return done ?? false
    },
    async disable(email) {
      const done = await change(email, async (tx, one, write) => {
        if (isLastOne(await listAdministrators(authTablesOf(tx)), one)) {
          throw new Error(`${one.email} is the last administrator who can sign in; create another one first.`)
        }
        await setDisabled(tx, one.id, true)
        if (!one.disabled)
          await write('disabled', { whom: one, before: { disabled: false }, after: { disabled: true } })
        return true
      })
      return done ?? false
    },
    async restore(email) {
      const done = await change(email, async (tx, one, write) => {
        if (one.disabled) {
          await setDisabled(tx, one.id, false)
          await write('restored', { whom: one, before: { disabled: true }, after: { disabled: false } })
        }
        return true
      })
      return done ?? false
    },
    async removeSecondFactor(email) {
      return await change(email, async (tx, one, write) => {
        const wasOn = await removeSecondFactor(tx, one.id)
        if (wasOn) await write('second factor switched off', { whom: one })
        return wasOn
      })
    },
  }
}

/** All administrators, the oldest first. */
export async function listAdministrators(tables: AuthDatabase): Promise<Administrator[]> {
  const rows = await selectAdministrators(tables).orderBy('createdAt').orderBy('id').execute()
  return rows.map(toAdministrator)
}

/** The administrator of an email in small letters. */
export async function findByEmail(tables: AuthDatabase, email: string): Promise<Administrator | undefined> {
  const row = await selectAdministrators(tables).where('email', '=', email).executeTakeFirst()
  return row && toAdministrator(row)
}

/** Whether nobody else could sign in. */
export function isLastOne(all: Administrator[], one: Administrator): boolean {
  return !all.some((other) => other.id !== one.id && !other.disabled)
}

/** Sets the flag that every call looks at. */
export async function setDisabled(tx: Database, id: string, disabled: boolean): Promise<void> {
  const tables = authTablesOf(tx)
  await tables
    .updateTable('user')
    .set({ banned: disabled ? 1 : 0 })
    .where('id', '=', id)
    .execute()
  await dropChallenges(tx, id)
  // While disabled the sessions stay, refused by the flag, so that their owner is told why; they must not come back.
  if (!disabled) await tables.deleteFrom('session').where('userId', '=', id).execute()
}

/** Adds an administrator with the hash of a password. */
export async function insertAdministrator(
  tables: AuthDatabase,
  { email, hash, mustChangePassword }: { email: string; hash: string; mustChangePassword: boolean },
  now: Date,
): Promise<Administrator> {
  const id = randomUUID()
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() }
  const flags = { emailVerified: 0, banned: 0, mustChangePassword: mustChangePassword ? 1 : 0 }
  await tables
    .insertInto('user')
    .values({ id, email, name: email, role: ADMIN_ROLE, ...flags, ...times })
    .execute()
  await insertPassword(tables, { userId: id, password: hash }, now)
  return { id, email, disabled: false }
}

/** An email as it is kept, whatever was typed. */
export function readTypedEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

function readEmail(typed: string) {
  const email = readTypedEmail(typed)
  if (!z.email().safeParse(email).success) throw new Error(`"${typed}" is not an email address.`)
  return email
}

function requireGoodPassword(password: string, email: string) {
  const passwordProblem = findPasswordProblem(password, email)
  if (passwordProblem) throw new Error(passwordProblem)
}

function selectAdministrators(tables: AuthDatabase) {
  return tables.selectFrom('user').select(['id', 'email', 'banned']).where('role', '=', ADMIN_ROLE)
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
