import type { Account, AccountRefusal, Actor } from '#domain/identity/account.ts'
import { readAdministrator } from '#domain/identity/administrators.server.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { dropChallenges } from '#domain/identity/second-factor/challenges.server.ts'
import { keepRecoveryCodes, makeRecoveryCodes } from '#domain/identity/second-factor/recovery-codes.server.ts'
import {
  acceptCode,
  beginSecondFactor,
  keyAddress,
  removeSecondFactor,
  secondFactorSince,
  switchOnSecondFactor,
} from '#domain/identity/second-factor/second-factor.server.ts'
import { checkWithinAllowance } from '#domain/identity/sign-in-throttle.server.ts'
import type { AuthContext } from './auth-context.ts'
import { changeAs } from './change-as.ts'
import { admitCode, checkCode } from './check-code.ts'
import { busy, checkOwnPassword, tooMany } from './own-account.ts'

type OwnSecondFactor = Pick<
  Account,
  'beginSecondFactor' | 'proveSecondFactor' | 'renewRecoveryCodes' | 'removeSecondFactor'
>

const IS_ON: AccountRefusal = {
  code: 'second-factor-on',
  detail: 'The second factor is on already. Switch it off first.',
}
const IS_OFF: AccountRefusal = { code: 'second-factor-off', detail: 'No second factor is on.' }
const NOTHING_BEGUN: AccountRefusal = {
  code: 'second-factor-off',
  detail: 'The key is no longer there. Begin again.',
}
const WRONG_CODE: AccountRefusal = {
  code: 'wrong-code',
  detail: `${describeCode('invalid-code')} Type the one that your app shows now; each works once.`,
  field: 'code',
}

export function createOwnSecondFactor(parts: AuthContext): OwnSecondFactor {
  const { db, log, queue, issuer } = parts

  /** Null for a right code; the waits are those of a sign-in's second step. */
  async function refuseCode(actor: Actor, check: () => Promise<boolean>): Promise<AccountRefusal | null> {
    const account = await readAdministrator(db, actor.administrator.id)
    const right = await checkWithinAllowance(parts, parts.devices.allowanceOf(account, actor).code, check)
    if (typeof right === 'number') return tooMany(right)
    return right ? null : WRONG_CODE
  }

  return {
    async beginSecondFactor({ administrator: { id, email } }) {
      const key = await beginSecondFactor(parts, id)
      return key ? { key, address: keyAddress(key, { issuer: await issuer(), email }) } : IS_ON
    },
    async proveSecondFactor(actor, code) {
      const { id } = actor.administrator
      if (await secondFactorSince(db, id)) return IS_ON
      const refusal = await refuseCode(actor, () => acceptCode(parts, id, code.replace(/\s/g, '')))
      if (refusal) return refusal
      const made = await queue.admit(makeRecoveryCodes)
      if (!made) return busy()
      return await changeAs(parts, actor, async (tx, write) => {
        if (!(await switchOnSecondFactor({ ...parts, db: tx }, id))) return NOTHING_BEGUN
        await keepRecoveryCodes(tx, id, made.hashed)
        await dropChallenges(tx, id)
        await write('second factor switched on')
        log.info({ requestId: actor.requestId, accountId: id }, 'second factor switched on')
        return { recoveryCodes: made.codes }
      })
    },
    async renewRecoveryCodes(actor) {
      const { id } = actor.administrator
      if (!(await secondFactorSince(db, id))) return IS_OFF
      const made = await queue.admit(makeRecoveryCodes)
      if (!made) return busy()
      return await changeAs(parts, actor, async (tx, write) => {
        if (!(await keepRecoveryCodes(tx, id, made.hashed))) return IS_OFF
        await write('recovery codes renewed')
        return { recoveryCodes: made.codes }
      })
    },
    async removeSecondFactor(actor, { password, code }) {
      const { id } = actor.administrator
      if (!(await secondFactorSince(db, id))) return IS_OFF
      const checked = await checkOwnPassword(parts, actor, password)
      if ('code' in checked) return { ...checked, field: 'password' }
      const tried = await admitCode(parts, code, async (hashing) => ({
        refusal: await refuseCode(actor, () => checkCode(parts, hashing, actor.administrator, code)),
      }))
      if (!tried) return busy()
      if (tried.refusal) return tried.refusal
      return await changeAs(parts, actor, async (tx, write) => {
        if (!(await removeSecondFactor(tx, id))) return IS_OFF
        await write('second factor switched off')
        log.info({ requestId: actor.requestId, accountId: id }, 'second factor switched off')
        return null
      })
    },
  }
}
