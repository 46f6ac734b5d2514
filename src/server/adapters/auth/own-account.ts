import type { Account, AccountRefusal, Actor } from '#domain/identity/account.ts'
import type { IdentityRecord } from '#domain/identity/identity.ts'
import { describeCode, describeWait } from '#domain/identity/messages.ts'
import { findPasswordProblem, normalizePassword } from '#domain/identity/password.server.ts'
import { recoveryCodesLeft } from '#domain/identity/recovery-codes.server.ts'
import { secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { HASHES } from '#domain/identity/session-limits.ts'
import { dropChallenges } from '#domain/identity/sign-in-challenge.server.ts'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { journalOf } from './account-entries.ts'
import { listAdministrators } from './administrators.ts'
import { authTablesOf } from './auth-tables.ts'
import { sidOf } from './better-auth.ts'
import type { Run } from './hash-queue.ts'
import { listRecords } from './identity-records.ts'
import { deleteSessions, listSessions, readDevices } from './own-devices.ts'
import type { SignInParts } from './sign-in.ts'
import { refuseEnded } from './still-signed-in.ts'

export type OwnParts = SignInParts & { issuer: string; requireSecondFactor: boolean }

type OwnAccount = Pick<
  Account,
  'read' | 'confirm' | 'changePassword' | 'rememberDevice' | 'endSession' | 'endSessions'
>

/** What administrators see of their own account, its password and its sessions. */
export function createOwnAccount(parts: OwnParts): OwnAccount {
  const { db, clock, log, hashing, queue } = parts
  const tables = authTablesOf(db)

  return {
    async read(actor) {
      const { id, email, owes } = actor.administrator
      const records = new Map((await listRecords(tables)).map((record) => [record.uid, record]))
      const administrators = (await listAdministrators(tables)).map(async (one) => ({
        ...(records.get(one.id) as IdentityRecord),
        ...one,
        secondFactor: (await secondFactorSince(db, one.id)) !== null,
        present: one.id === id,
      }))
      return {
        email,
        owes,
        ...(await readDevices(parts, actor)),
        secondFactor: {
          since: await secondFactorSince(db, id),
          codesLeft: await recoveryCodesLeft(db, id),
          required: parts.requireSecondFactor,
        },
        administrators: await Promise.all(administrators),
      }
    },
    async confirm(actor, password) {
      const checked = await checkOwnPassword(parts, actor, password)
      return 'code' in checked ? { ...checked, field: 'password' } : null
    },
    async changePassword(actor, { present, next }) {
      const { id, email } = actor.administrator
      const checked = await checkOwnPassword(parts, actor, present)
      if ('code' in checked) return { ...checked, field: 'present' }
      const problem =
        findPasswordProblem(next, email) ??
        (normalizePassword(next) === normalizePassword(present)
          ? 'The new password is the present one; choose another.'
          : null)
      if (problem) return { code: 'unacceptable-password', detail: problem, field: 'next' }
      const password = await queue.admit((run) => run(() => hashing.hash(next)))
      if (!password) return busy()
      return await db.transaction().execute(async (tx) => {
        const ended = await refuseEnded(tx, actor)
        if (ended) return ended
        const inside = authTablesOf(tx)
        const { numUpdatedRows } = await inside
          .updateTable('account')
          .set({ password, updatedAt: clock.now().toISOString() })
          .where('userId', '=', id)
          .where('password', '=', checked.hash)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return { ...wrongPassword(), field: 'present' }
        await inside.updateTable('user').set({ mustChangePassword: 0 }).where('id', '=', id).execute()
        await deleteSessions(inside, actor, { here: false })
        await dropChallenges(tx, id)
        await journalOf(parts, actor, tx)('password changed')
        log.info({ requestId: actor.requestId, accountId: id }, 'password changed')
        return null
      })
    },
    async rememberDevice(actor) {
      const { administrator, cookie } = actor
      const session = (await listSessions(tables, actor)).find(({ present }) => present)
      const name = session?.deviceId ?? (await parts.devices.nameOf(administrator.email, cookie))
      return await parts.devices.remember(administrator.email, name)
    },
    async endSession(actor, sid) {
      const session = (await listSessions(tables, actor)).find((one) => one.sid === sid)
      if (!session) return false
      return await db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await authTablesOf(tx)
          .deleteFrom('session')
          .where('id', '=', session.id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await journalOf(parts, actor, tx)('device signed out', { before: { device: session.device } })
        return true
      })
    },
    async endSessions(actor, { here }) {
      return await db.transaction().execute(async (tx) => {
        const ended = await deleteSessions(authTablesOf(tx), actor, { here })
        await dropChallenges(tx, actor.administrator.id)
        const write = journalOf(parts, actor, tx)
        if (ended > 0) await write(here ? 'signed out everywhere' : 'signed out elsewhere')
        return ended
      })
    },
  }
}

/** Checks the password like a sign-in, with the same waits; what is sensitive is then open for ten minutes. */
export async function checkOwnPassword(
  parts: OwnParts,
  actor: Actor,
  password: string,
): Promise<{ hash: string } | AccountRefusal> {
  return (await parts.queue.admit((run) => checkIn(run, parts, actor, password))) ?? busy()
}

async function checkIn(
  run: Run,
  { db, clock, log, hashing, devices }: OwnParts,
  { administrator: { id, email, sid }, cookie, requestId }: Actor,
  password: string,
): Promise<{ hash: string } | AccountRefusal> {
  const { key } = await devices.allowanceOf(email, cookie)
  const wait = await claimAttempt({ db, clock }, key)
  if (wait > 0) return tooMany(wait)
  const tables = authTablesOf(db)
  const account = await tables
    .selectFrom('account')
    .select('password')
    .where('userId', '=', id)
    .executeTakeFirst()
  const hash = account?.password
  if (!hash) return wrongPassword()
  if (!(await run(() => hashing.verify({ hash, password })))) {
    log.warn({ requestId, accountId: id, code: 'wrong-password' }, 'password refused')
    return wrongPassword()
  }
  await forgiveFailures({ db }, key)
  const sessions = await tables.selectFrom('session').select('id').where('userId', '=', id).execute()
  await tables
    .updateTable('session')
    .set({ confirmedAt: clock.now().toISOString() })
    .where('id', '=', sessions.find((session) => sidOf(session.id) === sid)?.id ?? '')
    .execute()
  return { hash }
}

export function tooMany(seconds: number): AccountRefusal {
  return { code: 'too-many-requests', detail: describeWait(seconds), retryAfter: seconds }
}

/** All places for hashing are taken. */
export function busy(): AccountRefusal {
  return tooMany(HASHES.retrySeconds)
}

function wrongPassword(): AccountRefusal {
  return { code: 'wrong-password', detail: describeCode('wrong-password') }
}
