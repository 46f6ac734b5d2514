import type { AccountRefusal, Colleagues } from '#domain/identity/account.ts'
import {
  disableAdministrator,
  insertAdministrator,
  isEmail,
  listAdministrators,
  normalizeEmail,
  restoreAdministrator,
} from '#domain/identity/administrators.server.ts'
import { describeTaken } from '#domain/identity/messages.ts'
import { findPasswordProblem, makePassword } from '#domain/identity/passwords/password.server.ts'
import type { AuthContext } from './auth-context.ts'
import { changeAs, signedOut } from './change-as.ts'
import { busy } from './own-account.ts'

const NOT_FOUND: AccountRefusal = { code: 'not-found', detail: 'There is no such administrator any more.' }
const ONESELF: AccountRefusal = {
  code: 'your-own-account',
  detail: 'You cannot disable yourself; another administrator can.',
}

export function createColleagues(parts: AuthContext): Colleagues {
  const { db, clock, log, queue } = parts
  const find = async (id: string) => (await listAdministrators(db)).find((one) => one.id === id)
  return {
    async create(actor, typed) {
      const email = normalizeEmail(typed.email)
      if (!isEmail(email)) {
        const detail = `“${typed.email}” is not an email address.`
        return { code: 'unacceptable-email', detail, field: 'email' }
      }
      const password = typed.password ?? makePassword()
      const problem = findPasswordProblem(password, email)
      if (problem) return { code: 'unacceptable-password', detail: problem, field: 'password' }
      const passwordHash = await queue.admit((hashing) => hashing.hash(password))
      if (!passwordHash) return busy()
      return await changeAs(parts, actor, async (tx, write) => {
        const account = { email, passwordHash, mustChangePassword: true }
        const made = await insertAdministrator({ db: tx, clock }, account)
        if (!made) {
          const detail = describeTaken(email)
          return { code: 'email-already-in-use' as const, detail, field: 'email' }
        }
        await write('created', { account: made, after: { email } })
        log.info({ requestId: actor.requestId, accountId: made.id }, 'administrator created')
        return { ...made, password: typed.password === null ? password : null }
      })
    },
    async disable(actor, id) {
      if (id === actor.administrator.id) return ONESELF
      const account = await find(id)
      if (!account) return NOT_FOUND
      return await changeAs(parts, actor, async (tx, write) => {
        const outcome = await disableAdministrator(tx, id, actor.administrator.id)
        if (outcome === 'author is disabled') return signedOut('user-disabled')
        if (outcome === 'is the last one') {
          const detail = `${account.email} is the last administrator who can sign in.`
          return { code: 'last-administrator' as const, detail }
        }
        if (outcome === 'is disabled already') return null
        await write('disabled', { account, before: { disabled: false }, after: { disabled: true } })
        log.info({ requestId: actor.requestId, accountId: id }, 'administrator disabled')
        return null
      })
    },
    async restore(actor, id) {
      const account = await find(id)
      if (!account) return NOT_FOUND
      return await changeAs(parts, actor, async (tx, write) => {
        if (!(await restoreAdministrator(tx, id))) return null
        await write('restored', { account, before: { disabled: true }, after: { disabled: false } })
        log.info({ requestId: actor.requestId, accountId: id }, 'administrator restored')
        return null
      })
    },
  }
}
