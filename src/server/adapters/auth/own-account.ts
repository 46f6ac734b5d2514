import type { Database } from '#database/schema.ts'
import type { Account, AccountRefusal, AccountState, Actor } from '#domain/identity/account.ts'
import {
  listAdministrators,
  listOwners,
  readAdministrator,
  replacePasswordHash,
  toIdentityRecord,
} from '#domain/identity/administrators.server.ts'
import { dropChallenges } from '#domain/identity/challenges.server.ts'
import { listDeviceDays } from '#domain/identity/devices.server.ts'
import { describeCode, describeWait } from '#domain/identity/messages.ts'
import { listPasskeys } from '#domain/identity/passkeys.server.ts'
import { findPasswordProblem, normalizePassword } from '#domain/identity/password.server.ts'
import { recoveryCodesLeft } from '#domain/identity/recovery-codes.server.ts'
import { countRefusedSignIns, readRefusedSignIns } from '#domain/identity/refused-sign-ins.server.ts'
import { type Role, reaches } from '#domain/identity/roles.ts'
import { secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { HASHES } from '#domain/identity/session-limits.ts'
import {
  confirmSession,
  endSession,
  endSessions,
  findSession,
  listSessions,
} from '#domain/identity/sessions.server.ts'
import { checkWithinAllowance } from '#domain/identity/sign-in-throttle.server.ts'
import { COMMAND_LINE, type Fields } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import type { AuthContext } from './auth-context.ts'

type OwnAccount = Pick<
  Account,
  'read' | 'refusedSignIns' | 'confirm' | 'changePassword' | 'rememberDevice' | 'endSession' | 'endSessions'
>

export function createOwnAccount(parts: AuthContext): OwnAccount {
  const { db, log, queue, devices } = parts
  return {
    async read(actor) {
      const { id, email, owes, role } = actor.administrator
      const all = await listAdministrators(db)
      await parts.refusals.settle()
      const refused = await countRefusedSignIns(parts)
      return {
        email,
        owes,
        ...(await readDevices(parts, actor)),
        secondFactor: {
          since: await secondFactorSince(db, id),
          codesLeft: await recoveryCodesLeft(db, id),
          required: parts.requireSecondFactor,
        },
        passkeys: (await listPasskeys(db, id)).map(({ id, name, transports, createdAt, lastUsedAt }) => ({
          ...{ id, name, transports, createdAt, lastUsedAt },
        })),
        role,
        resetsByMail: parts.mailer !== null,
        owners: await listOwners(db),
        administrators: all
          .filter((one) => role === 'owner' || one.id === id)
          .map((one) => ({
            ...toIdentityRecord(one),
            id: one.id,
            disabled: one.disabled,
            role: one.role,
            secondFactor: one.secondFactorSince !== null,
            refused: refused.get(one.id) ?? 0,
            present: one.id === id,
          })),
      }
    },
    async refusedSignIns({ administrator: { id, sid } }) {
      await parts.refusals.settle()
      const session = (await listSessions(parts, id)).find((one) => one.sid === sid)
      return await readRefusedSignIns(parts, id, session?.previousSignInAt ?? null)
    },
    async confirm(actor, password) {
      const checked = await checkOwnPassword(parts, actor, password)
      return 'code' in checked ? { ...checked, field: 'password' } : null
    },
    async changePassword(actor, { present, next }) {
      const { id, email, sid } = actor.administrator
      const checked = await checkOwnPassword(parts, actor, present)
      if ('code' in checked) return { ...checked, field: 'present' }
      const detail = findPasswordProblem(next, email) ?? findRepeat(present, next)
      if (detail) return { code: 'unacceptable-password', detail, field: 'next' }
      const hash = await queue.admit((hashing) => hashing.hash(next))
      if (!hash) return busy()
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
        if (!(await replacePasswordHash(tx, { id, passwordHash: checked.hash }, hash)))
          return { ...WRONG_PASSWORD, field: 'present' }
        await endSessions(tx, id, sid)
        await write('password changed')
        log.info({ requestId: actor.requestId, accountId: id }, 'password changed')
        return null
      })
    },
    async rememberDevice({ administrator, cookie }) {
      const account = await readAdministrator(db, administrator.id)
      const session = (await listSessions(parts, administrator.id)).find(
        ({ sid }) => sid === administrator.sid,
      )
      return devices.remember(account, session?.deviceId ?? devices.nameOf(account, cookie))
    },
    async endSession(actor, sid) {
      const own = await listSessions(parts, actor.administrator.id)
      if (!own.some((session) => session.sid === sid)) return false
      const ended = await changeAs(parts, actor, 'uploader', async (tx, write) => {
        const device = await endSession(tx, sid)
        if (device) await write('device signed out', { before: { device } })
        return device !== null
      })
      return ended === true
    },
    async endSessions(actor, { here }) {
      const { id, sid } = actor.administrator
      const ended = await changeAs(parts, actor, 'uploader', async (tx, write) => {
        const count = await endSessions(tx, id, here ? undefined : sid)
        await dropChallenges(tx, id)
        if (count > 0) await write(here ? 'signed out everywhere' : 'signed out elsewhere')
        return count
      })
      return typeof ended === 'number' ? ended : 0
    },
  }
}

async function readDevices(
  parts: AuthContext,
  { administrator }: Actor,
): Promise<Pick<AccountState, 'devices' | 'formerDevices'>> {
  const sessions = await listSessions(parts, administrator.id)
  const known = await listDeviceDays(parts, administrator.id)
  const here = new Set(sessions.map(({ deviceId }) => deviceId))
  return {
    devices: sessions.map(({ sid, device, deviceId, createdAt, usedAt }) => ({
      sid,
      device,
      begun: createdAt,
      lastUsed: usedAt,
      present: sid === administrator.sid,
      days: known.find((one) => one.deviceId === deviceId)?.days ?? [],
    })),
    formerDevices: known
      .filter(({ deviceId, days }) => !here.has(deviceId) && days.length > 0)
      .map(({ device, days }) => ({ device, days })),
  }
}

/** With the waits of a sign-in; a right password opens sensitive actions for ten minutes. */
export async function checkOwnPassword(
  parts: AuthContext,
  actor: Actor,
  password: string,
): Promise<{ hash: string } | AccountRefusal> {
  const { administrator, requestId } = actor
  const { id, sid } = administrator
  const checked = await parts.queue.admit(async (hashing) => {
    const account = await readAdministrator(parts.db, id)
    const hash = account.passwordHash
    const allowance = parts.devices.allowanceOf(account, actor).password
    const right = await checkWithinAllowance(parts, allowance, () => hashing.verify({ hash, password }))
    if (typeof right === 'number') return tooMany(right)
    if (right) return { hash }
    parts.log.warn({ requestId, accountId: id, code: WRONG_PASSWORD.code }, 'password refused')
    return WRONG_PASSWORD
  })
  if (checked && 'hash' in checked) await confirmSession(parts, sid)
  return checked ?? busy()
}

export function tooMany(seconds: number): AccountRefusal {
  return { code: 'too-many-requests', detail: describeWait(seconds), retryAfter: seconds }
}

export function busy(): AccountRefusal {
  return tooMany(HASHES.retrySeconds)
}

const WRONG_PASSWORD: AccountRefusal = {
  code: 'wrong-password',
  detail: describeCode('wrong-password'),
}

function findRepeat(present: string, next: string) {
  const isSame = normalizePassword(next) === normalizePassword(present)
  return isSame ? 'The new password is the present one; choose another.' : null
}

type Person = { id: string; email: string }
type WriteEntry = (
  action: string,
  about?: { account?: Person; before?: Fields; after?: Fields },
) => Promise<void>

/** One transaction; refuses whoever was disabled, signed out or demoted since the guard, perhaps while hashing. */
export async function changeAs<Result>(
  parts: AuthContext,
  actor: Actor,
  least: Role,
  work: (tx: Database, write: WriteEntry) => Promise<Result>,
): Promise<Result | AccountRefusal> {
  return await parts.db.transaction().execute(async (tx) => {
    const session = await findSession({ ...parts, db: tx }, actor.administrator.sid)
    if (!session || session.administrator.disabled)
      return signedOut(session ? 'user-disabled' : 'user-token-expired')
    if (!reaches(session.administrator.role, least)) return await noOwnerAnyMore(tx)
    return await work(tx, journalOf(parts, actor.administrator, tx))
  })
}

/** For whoever was an owner when the request came. */
export async function noOwnerAnyMore(tx: Database): Promise<AccountRefusal> {
  const [owner = 'an owner'] = await listOwners(tx)
  const detail = `You are no owner any more: somebody has just changed your role. Ask ${owner}.`
  return { code: 'role-needed', detail }
}

export function signedOut(why: 'user-disabled' | 'user-token-expired'): AccountRefusal {
  return { code: 'signed-out', detail: describeCode(why) }
}

/** Journals changes of an account, by default the author's own. A null author is the command line. */
export function journalOf(
  { clock }: Pick<AuthContext, 'clock'>,
  author: Person | null,
  tx: Database,
): WriteEntry {
  return async (action, { account, before, after } = {}) => {
    const subject = account ?? author
    if (!subject) throw new Error('An entry needs an account.')
    await recordChange(tx, { clock }, author ? { id: author.id, email: author.email } : COMMAND_LINE, {
      action,
      kind: 'administrator',
      subjectId: subject.id,
      subject: subject.email,
      before: before ?? null,
      after: after ?? null,
    })
  }
}
