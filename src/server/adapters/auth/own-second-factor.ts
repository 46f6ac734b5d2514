import type { Account, AccountRefusal, Actor } from '#domain/identity/account.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { keepRecoveryCodes, makeRecoveryCodes } from '#domain/identity/recovery-codes.server.ts'
import {
  acceptCode,
  beginSecondFactor,
  keyAddress,
  removeSecondFactor,
  secondFactorSince,
  switchOnSecondFactor,
} from '#domain/identity/second-factor.server.ts'
import { dropChallenges } from '#domain/identity/sign-in-challenge.server.ts'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { journalOf } from './account-entries.ts'
import { checkCode, codesOf, withPlace } from './finish-sign-in.ts'
import { busy, checkOwnPassword, type OwnParts, tooMany } from './own-account.ts'
import { refuseEnded } from './still-signed-in.ts'

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

/** Switching one's own second factor on and off, and its recovery codes. */
export function createOwnSecondFactor(parts: OwnParts): OwnSecondFactor {
  const { db, log, issuer } = parts

  /** A code with the waits of a sign-in's second step. */
  async function claimed(actor: Actor, check: () => Promise<boolean>): Promise<AccountRefusal | null> {
    const allowance = await parts.devices.allowanceOf(actor.administrator.email, actor.cookie)
    const key = codesOf(allowance.key)
    const wait = await claimAttempt(parts, key)
    if (wait > 0) return tooMany(wait)
    if (!(await check())) return WRONG_CODE
    await forgiveFailures(parts, key)
    return null
  }

  async function newCodes() {
    return await parts.queue.admit((run) =>
      makeRecoveryCodes({ ...parts.hashing, hash: (code) => run(() => parts.hashing.hash(code)) }),
    )
  }

  return {
    async beginSecondFactor({ administrator: { id, email } }) {
      const key = await beginSecondFactor(parts, id)
      return key ? { key, address: keyAddress(key, { issuer, email }) } : IS_ON
    },
    async proveSecondFactor(actor, code) {
      const { id } = actor.administrator
      if (await secondFactorSince(db, id)) return IS_ON
      const refusal = await claimed(actor, () => acceptCode(parts, id, code.replace(/\s/g, '')))
      if (refusal) return refusal
      const made = await newCodes()
      if (!made) return busy()
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        if (!(await switchOnSecondFactor({ ...parts, db: tx }, id))) return NOTHING_BEGUN
        await keepRecoveryCodes(tx, id, made.hashed)
        await dropChallenges(tx, id)
        await journalOf(parts, actor, tx)('second factor switched on')
        log.info({ requestId: actor.requestId, accountId: id }, 'second factor switched on')
        return { recoveryCodes: made.codes }
      })
    },
    async renewRecoveryCodes(actor) {
      const { id } = actor.administrator
      if (!(await secondFactorSince(db, id))) return IS_OFF
      const made = await newCodes()
      if (!made) return busy()
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        if (!(await secondFactorSince(tx, id))) return IS_OFF
        await keepRecoveryCodes(tx, id, made.hashed)
        await journalOf(parts, actor, tx)('recovery codes renewed')
        return { recoveryCodes: made.codes }
      })
    },
    async removeSecondFactor(actor, { password, code }) {
      const { id } = actor.administrator
      if (!(await secondFactorSince(db, id))) return IS_OFF
      const checked = await checkOwnPassword(parts, actor, password)
      if ('code' in checked) return { ...checked, field: 'password' }
      const tried = await withPlace(parts.queue, code, async (run) => ({
        refusal: await claimed(actor, () => checkCode(parts, actor.administrator, code, run)),
      }))
      if (!tried) return busy()
      if (tried.refusal) return tried.refusal
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        if (!(await removeSecondFactor(tx, id))) return IS_OFF
        await journalOf(parts, actor, tx)('second factor switched off')
        log.info({ requestId: actor.requestId, accountId: id }, 'second factor switched off')
        return null
      })
    },
  }
}
