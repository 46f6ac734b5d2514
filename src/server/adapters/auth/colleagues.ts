import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AccountRefusal, Colleagues } from '#domain/identity/account.ts'
import { findPasswordProblem } from '#domain/identity/password.server.ts'
import { journalOf } from './account-entries.ts'
import {
  findByEmail,
  insertAdministrator,
  isLastOne,
  listAdministrators,
  readTypedEmail,
  setDisabled,
} from './administrators.ts'
import { authTablesOf } from './auth-tables.ts'
import { busy, type OwnParts } from './own-account.ts'
import { refuseEnded } from './still-signed-in.ts'

const MADE_PASSWORD_BYTES = 18
const NOT_FOUND: AccountRefusal = { code: 'not-found', detail: 'There is no such administrator any more.' }

/** What an administrator does with the others. */
export function createColleagues(parts: OwnParts): Colleagues {
  const { db, clock, log, hashing, queue } = parts
  return {
    async create(actor, typed) {
      const email = readTypedEmail(typed.email)
      if (!z.email().safeParse(email).success)
        return {
          code: 'unacceptable-email',
          detail: `“${typed.email}” is not an email address.`,
          field: 'email',
        }
      const password = typed.password ?? randomBytes(MADE_PASSWORD_BYTES).toString('base64url')
      const problem = findPasswordProblem(password, email)
      if (problem) return { code: 'unacceptable-password', detail: problem, field: 'password' }
      const hash = await queue.admit((run) => run(() => hashing.hash(password)))
      if (!hash) return busy()
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        const tables = authTablesOf(tx)
        if (await findByEmail(tables, email))
          return {
            code: 'email-already-in-use' as const,
            detail: `There is already an administrator ${email}.`,
            field: 'email',
          }
        const made = await insertAdministrator(tables, { email, hash, mustChangePassword: true }, clock.now())
        await journalOf(parts, actor, tx)('created', { whom: made, after: { email } })
        log.info({ requestId: actor.requestId, accountId: made.id }, 'administrator created')
        return { ...made, password: typed.password === null ? password : null }
      })
    },
    async disable(actor, id) {
      if (id === actor.administrator.id)
        return {
          code: 'your-own-account',
          detail: 'You cannot disable yourself; another administrator can.',
        }
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        const all = await listAdministrators(authTablesOf(tx))
        const one = all.find((each) => each.id === id)
        if (!one) return NOT_FOUND
        if (isLastOne(all, one))
          return {
            code: 'last-administrator' as const,
            detail: `${one.email} is the last administrator who can sign in.`,
          }
        if (one.disabled) return null
        await setDisabled(tx, id, true)
        await journalOf(
          parts,
          actor,
          tx,
        )('disabled', {
          whom: one,
          before: { disabled: false },
          after: { disabled: true },
        })
        log.info({ requestId: actor.requestId, accountId: id }, 'administrator disabled')
        return null
      })
    },
    async restore(actor, id) {
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        const one = (await listAdministrators(authTablesOf(tx))).find((each) => each.id === id)
        if (!one) return NOT_FOUND
        if (!one.disabled) return null
        await setDisabled(tx, id, false)
        await journalOf(
          parts,
          actor,
          tx,
        )('restored', {
          whom: one,
          before: { disabled: true },
          after: { disabled: false },
        })
        log.info({ requestId: actor.requestId, accountId: id }, 'administrator restored')
        return null
      })
    },
  }
}
