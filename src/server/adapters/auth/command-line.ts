import type { Database } from '#database/schema.ts'
import {
  type AccountRow,
  disableAdministrator,
  findByEmail,
  insertAdministrator,
  isEmail,
  listAdministrators,
  normalizeEmail,
  replacePasswordHash,
  restoreAdministrator,
} from '#domain/identity/administrators.server.ts'
import type { Identity } from '#domain/identity/identity.ts'
import { describeTaken } from '#domain/identity/messages.ts'
import { findPasswordProblem, makePassword } from '#domain/identity/password.server.ts'
import { removeSecondFactor } from '#domain/identity/second-factor.server.ts'
import { endSessions } from '#domain/identity/sessions.server.ts'
import { forgiveEverything } from '#domain/identity/sign-in-throttle.server.ts'
import type { AuthContext } from './auth-context.ts'
import { journalOf } from './own-account.ts'

type Write = ReturnType<typeof journalOf>

export function createAdministrators(parts: AuthContext): Identity['administrators'] {
  const { db, clock, hashing, accountOf } = parts

  function change<Result>(
    email: string,
    act: (tx: Database, one: AccountRow, write: Write) => Promise<Result>,
  ): Promise<Result | null> {
    return db.transaction().execute(async (tx) => {
      const one = await findByEmail(tx, email)
      return one ? await act(tx, one, journalOf(parts, null, tx)) : null
    })
  }

  return {
    async list() {
      return (await listAdministrators(db)).map(({ id, email, disabled, role }) => ({
        ...{ id, email, disabled, role },
      }))
    },
    async create({ email, password, role = 'owner' }) {
      if (!isEmail(email)) throw new Error(`"${email}" is not an email address.`)
      requireGoodPassword(password, email)
      const passwordHash = await hashing.hash(password)
      return await db.transaction().execute(async (tx) => {
        const account = { email, passwordHash, mustChangePassword: false, role }
        const made = await insertAdministrator({ db: tx, clock }, account)
        if (!made) throw new Error(describeTaken(normalizeEmail(email)))
        // The first one comes with the site; the journal begins with changes to it.
        const isFirst = (await listAdministrators(tx)).length === 1
        if (!isFirst)
          await journalOf(parts, null, tx)('created', { account: made, after: { email: made.email } })
        return made
      })
    },
    async invite(email) {
      const password = makePassword()
      const passwordHash = await hashing.hash(password)
      return await db.transaction().execute(async (tx) => {
        const account = { email, passwordHash, mustChangePassword: true, role: 'owner' } as const
        const made = await insertAdministrator({ db: tx, clock }, account)
        if (!made) return null
        await journalOf(parts, null, tx)('created', { account: made, after: { email: made.email } })
        return password
      })
    },
    async setPassword(email, password) {
      requireGoodPassword(password, email)
      const hash = await hashing.hash(password)
      const done = await change(email, async (tx, account, write) => {
        await replacePasswordHash(tx, account, hash)
        await endSessions(tx, account.id)
        await forgiveEverything({ db: tx }, accountOf(account.email))
        await write('password changed', { account })
        return true
      })
      return done ?? false
    },
    async disable(email) {
      const done = await change(email, async (tx, account, write) => {
        const outcome = await disableAdministrator(tx, account.id, null)
        if (outcome === 'is the last owner')
          throw new Error(`${account.email} is the last owner who can sign in; create another one first.`)
        if (outcome === 'disabled')
          await write('disabled', { account, before: { disabled: false }, after: { disabled: true } })
        return true
      })
      return done ?? false
    },
    async restore(email) {
      const done = await change(email, async (tx, account, write) => {
        if (await restoreAdministrator(tx, account.id))
          await write('restored', { account, before: { disabled: true }, after: { disabled: false } })
        return true
      })
      return done ?? false
    },
    async removeSecondFactor(email) {
      return await change(email, async (tx, account, write) => {
        const wasOn = await removeSecondFactor(tx, account.id, { all: true })
        if (wasOn) await write('second factor switched off', { account })
        return wasOn
      })
    },
  }
}

function requireGoodPassword(password: string, email: string) {
  const problem = findPasswordProblem(password, normalizeEmail(email))
  if (problem) throw new Error(problem)
}
