// Longer than other files: all that identity offers is put together here, with the one way to a session.
import { createHmac } from 'node:crypto'
import { isFull } from '#database/faults.ts'
import { NO_RESERVE, type Reserve } from '#database/locks.ts'
import type { Database } from '#database/schema.ts'
import type { Mailer } from '#domain/alerts/alerts.ts'
import type { Account, AccountRefusal, Actor, Colleagues, Owed } from '#domain/identity/account.ts'
import {
  changeRole,
  disableAdministrator,
  insertAdministrator,
  isEmail,
  listAdministrators,
  listOwners,
  normalizeEmail,
  readAdministrator,
  restoreAdministrator,
  toIdentityRecord,
} from '#domain/identity/administrators.server.ts'
import { dropChallenges } from '#domain/identity/challenges.server.ts'
import type { AdminRefusal, Identity } from '#domain/identity/identity.ts'
import { describeCode, describeTaken } from '#domain/identity/messages.ts'
import { findPasswordProblem, makePassword } from '#domain/identity/password.server.ts'
import { keepRecoveryCodes, makeRecoveryCodes } from '#domain/identity/recovery-codes.server.ts'
import { createRefusalNotes } from '#domain/identity/refused-sign-ins.server.ts'
import {
  acceptCode,
  beginSecondFactor,
  hasSecondFactor,
  keyAddress,
  removeSecondFactor,
  secondFactorSince,
  switchOnSecondFactor,
} from '#domain/identity/second-factor.server.ts'
import { CONFIRMED_SECONDS } from '#domain/identity/session-limits.ts'
import { endSession, findSession, type LivingSession, recordUse } from '#domain/identity/sessions.server.ts'
import { checkWithinAllowance } from '#domain/identity/sign-in-throttle.server.ts'
import type { AuthContext } from './auth-context.ts'
import { createAdministrators } from './command-line.ts'
import { createChallengeCookie, createSessionCookie } from './cookies.ts'
import { createAddressLimit, createKnownDevices } from './known-devices.ts'
import {
  busy,
  changeAs,
  checkOwnPassword,
  createOwnAccount,
  noOwnerAnyMore,
  signedOut,
  tooMany,
} from './own-account.ts'
import { createOwnPasskeys } from './passkeys.ts'
import { createArgon2id, createHashQueue, type PasswordHashing } from './password-hash.ts'
import { createPasswordResets } from './password-resets.ts'
import { admitCode, checkCode, createSignIn } from './sign-in.ts'
import { createStoredTokens } from './token-signing.ts'

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

function createOwnSecondFactor(parts: AuthContext): OwnSecondFactor {
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
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
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
      if (!(await hasSecondFactor(db, id))) return IS_OFF
      const made = await queue.admit(makeRecoveryCodes)
      if (!made) return busy()
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
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
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
        if (!(await removeSecondFactor(tx, id))) return IS_OFF
        await write('second factor switched off')
        log.info({ requestId: actor.requestId, accountId: id }, 'second factor switched off')
        return null
      })
    },
  }
}

const NOT_FOUND: AccountRefusal = { code: 'not-found', detail: 'There is no such administrator any more.' }
const ONESELF: AccountRefusal = {
  code: 'your-own-account',
  detail: 'You cannot disable yourself; another administrator can.',
}

function createColleagues(parts: AuthContext): Omit<Colleagues, 'sendReset'> {
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
      return await changeAs(parts, actor, 'owner', async (tx, write) => {
        const { role } = typed
        const account = { email, passwordHash, mustChangePassword: true, role }
        const made = await insertAdministrator({ db: tx, clock }, account)
        if (!made) {
          const detail = describeTaken(email)
          return { code: 'email-already-in-use' as const, detail, field: 'email' }
        }
        await write('created', { account: made, after: { email, role } })
        log.info({ requestId: actor.requestId, accountId: made.id, role }, 'administrator created')
        return { ...made, password: typed.password === null ? password : null }
      })
    },
    async changeRole(actor, id, role) {
      const account = await find(id)
      if (!account) return NOT_FOUND
      return await changeAs(parts, actor, 'owner', async (tx, write) => {
        const outcome = await changeRole(tx, id, role, actor.administrator.id)
        if (typeof outcome === 'string') return await refusalOf(outcome, account, tx)
        await write('role changed', { account, before: { role: outcome.was }, after: { role } })
        log.info({ requestId: actor.requestId, accountId: id, ...outcome, role }, 'role changed')
        return null
      })
    },
    async disable(actor, id) {
      if (id === actor.administrator.id) return ONESELF
      const account = await find(id)
      if (!account) return NOT_FOUND
      return await changeAs(parts, actor, 'owner', async (tx, write) => {
        const outcome = await disableAdministrator(tx, id, actor.administrator.id)
        if (outcome !== 'disabled') return await refusalOf(outcome, account, tx)
        await write('disabled', { account, before: { disabled: false }, after: { disabled: true } })
        log.info({ requestId: actor.requestId, accountId: id }, 'administrator disabled')
        return null
      })
    },
    async restore(actor, id) {
      const account = await find(id)
      if (!account) return NOT_FOUND
      return await changeAs(parts, actor, 'owner', async (tx, write) => {
        if (!(await restoreAdministrator(tx, id))) return null
        await write('restored', { account, before: { disabled: true }, after: { disabled: false } })
        log.info({ requestId: actor.requestId, accountId: id }, 'administrator restored')
        return null
      })
    },
  }
}

type Unchanged = Exclude<Awaited<ReturnType<typeof changeRole>>, object>

/** Null where nothing was to be changed. */
async function refusalOf(
  outcome: Unchanged,
  { email }: { email: string },
  tx: Database,
): Promise<AccountRefusal | null> {
  if (outcome === 'is so already') return null
  if (outcome === 'author is disabled') return signedOut('user-disabled')
  if (outcome === 'author is no owner') return await noOwnerAnyMore(tx)
  const detail = `${email} is the last owner who can sign in; make another administrator an owner first.`
  return { code: 'last-administrator', detail }
}

type Settings = Pick<AuthContext, 'db' | 'clock' | 'log' | 'secrets'> & {
  reserve?: Reserve
  mailer?: Mailer | null
  secureCookies: boolean
  /** Null when it is not fixed, as on localhost. */
  siteOrigin: string | null
  hashing?: PasswordHashing
  issuer?: () => Promise<string>
  requireSecondFactor?: boolean
}

/** The database must be migrated. `hashing` is replaced only by tests. */
export function createIdentity(settings: Settings): Identity {
  const parts = partsOf(settings)
  const { log, sessionCookie, tokens } = parts
  const { sendReset, settle: untilSent, ...resets } = createPasswordResets(parts)

  async function requireSession(cookie: string | null): Promise<LivingSession | AdminRefusal> {
    const sid = sessionCookie.readSid(cookie)
    const session = sid && (await unlessFull(findSession(parts, sid)))
    if (!session) return sessionCookie.isThere(cookie) ? 'user-token-expired' : 'not-signed-in'
    return session.administrator.disabled ? 'user-disabled' : session
  }

  function owedBy(session: LivingSession): Owed | null {
    if (session.mustChangePassword) return 'new-password'
    return parts.requireSecondFactor && !session.hasSecondFactor ? 'second-factor' : null
  }

  return {
    ...createSignIn(parts),
    account: { ...createOwnAccount(parts), ...createOwnSecondFactor(parts), ...createOwnPasskeys(parts) },
    resets,
    colleagues: { ...createColleagues(parts), sendReset },
    administrators: createAdministrators(parts),
    async settle() {
      await Promise.all([parts.refusals.settle(), untilSent()])
    },
    async signOut(cookie, { requestId }) {
      const sid = sessionCookie.readSid(cookie)
      const session = sid && (await findSession(parts, sid))
      if (session) {
        await parts.reserve.use(() => endSession(parts.db, session.sid))
        log.info({ requestId, accountId: session.administrator.id }, 'signed out')
      }
      return { cookies: [sessionCookie.clear()] }
    },
    async findSession(cookie, { extend }) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return null
      if (extend) await unlessFull(recordUse(parts, session))
      return { administrator: session.administrator, sid: session.sid, owes: owedBy(session) }
    },
    owners: () => listOwners(parts.db),
    async recordOf(administratorId) {
      return toIdentityRecord(await readAdministrator(parts.db, administratorId))
    },
    async refusalOf(cookie) {
      const session = await requireSession(cookie)
      return typeof session === 'string' ? session : null
    },
    async issueToken(cookie) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return session
      return await tokens.issue({ sid: session.sid, sub: session.administrator.id })
    },
    async authorize(cookie, accessToken, { extend }) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return session
      if (!accessToken) return 'not-signed-in'
      const claims = await tokens.verify(accessToken)
      if (claims?.sid !== session.sid || claims.sub !== session.administrator.id) return 'user-token-expired'
      if (extend) await unlessFull(recordUse(parts, session))
      const age = parts.clock.now().getTime() - session.confirmedAt
      const confirmed = age >= 0 && age < CONFIRMED_SECONDS * 1000
      return { ...session.administrator, sid: session.sid, confirmed, owes: owedBy(session) }
    },
  }
}

/** Neither a session's use nor its end needs to be written for the admin area to work. */
async function unlessFull<Result>(work: Promise<Result>): Promise<Result | null> {
  return await work.catch((error: unknown) => {
    if (!isFull(error)) throw error
    return null
  })
}

function partsOf({ secureCookies, siteOrigin, ...settings }: Settings): AuthContext {
  const {
    clock,
    secrets,
    issuer = async () => 'Thervu',
    requireSecondFactor = false,
    mailer = null,
    reserve = NO_RESERVE,
  } = settings
  const hashing = settings.hashing ?? createArgon2id()
  const accountOf = (email: string, secret = secrets[0]) =>
    createHmac('sha256', secret).update(email).digest('base64url')
  return {
    ...settings,
    reserve,
    mailer,
    issuer,
    requireSecondFactor,
    hashing,
    accountOf,
    queue: createHashQueue(hashing),
    addresses: createAddressLimit(),
    refusals: createRefusalNotes(settings),
    tokens: createStoredTokens({ secrets, clock, origin: siteOrigin ?? 'http://localhost' }),
    devices: createKnownDevices({ secrets, secureCookies, accountOf }),
    sessionCookie: createSessionCookie(secrets, secureCookies),
    challengeCookie: createChallengeCookie(secureCookies),
  }
}
