import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Administrator, IdentityRecord } from './account.ts'
import { dropChallenges } from './challenges.server.ts'
import { firstPasskeyOf } from './passkeys.server.ts'
import type { Role } from './roles.ts'
import { endSessions } from './sessions.server.ts'

export type AccountRow = Administrator & {
  passwordHash: string
  createdAt: string
  lastSignInAt: string | null
  /** Of codes or passkeys, whichever came first. */
  secondFactorSince: string | null
}

export async function listAdministrators(db: Database): Promise<AccountRow[]> {
  return (await selectAdministrators(db).orderBy('createdAt').orderBy('id').execute()).map(toRow)
}

/** The emails of owners who can sign in, the first one first. */
export async function listOwners(db: Database): Promise<string[]> {
  const owners = (await listAdministrators(db)).filter((one) => one.role === 'owner' && !one.disabled)
  return owners.map(({ email }) => email)
}

export async function findByEmail(db: Database, typed: string): Promise<AccountRow | undefined> {
  const row = await selectAdministrators(db).where('email', '=', normalizeEmail(typed)).executeTakeFirst()
  return row && toRow(row)
}

/** Throws when there is none: administrators are never deleted. */
export async function readAdministrator(db: Database, id: string): Promise<AccountRow> {
  return toRow(await selectAdministrators(db).where('id', '=', id).executeTakeFirstOrThrow())
}

/** In the caller's transaction: two who change its second factors at the same moment come one after the other. */
export async function lockAccount(tx: Database, id: string): Promise<void> {
  await tx
    .updateTable('administrators')
    .set((set) => ({ disabled: set.ref('disabled') }))
    .where('id', '=', id)
    .execute()
}

/** Null when the email is taken. */
export async function insertAdministrator(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  account: { email: string; passwordHash: string; mustChangePassword: boolean; role: Role },
): Promise<Administrator | null> {
  const [id, email] = [randomUUID(), normalizeEmail(account.email)]
  const mustChangePassword = account.mustChangePassword ? 1 : 0
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('administrators')
    .values({ ...account, id, email, mustChangePassword, createdAt: clock.now().toISOString() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? { id, email, disabled: false, role: account.role } : null
}

/** Compare-and-set: false when another change was faster. Drops the challenges of sign-ins under way. */
export async function replacePasswordHash(
  db: Database,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('administrators')
    .set({ passwordHash: next, mustChangePassword: 0 })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirst()
  await dropChallenges(db, id)
  return numUpdatedRows === 1n
}

/** False when the account was disabled, or its password changed, since it was read. */
export async function noteSignIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('administrators')
    .set({ lastSignInAt: clock.now().toISOString() })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Unchanged = 'is so already' | 'is the last owner' | 'author is disabled' | 'author is no owner'

/**
 * In the caller's transaction; `by` is null on the command line. The sessions stay, refused by the flag, so that whose
 * they are is told why.
 */
export async function disableAdministrator(
  tx: Database,
  id: string,
  by: string | null,
): Promise<'disabled' | Unchanged> {
  const enabled = await lockEnabled(tx)
  const fault = faultOf(enabled, by)
  if (fault) return fault
  if (!enabled.some((one) => one.id === id)) return 'is so already'
  if (isLastOwner(enabled, id)) return 'is the last owner'
  await tx.updateTable('administrators').set({ disabled: 1 }).where('id', '=', id).execute()
  await dropChallenges(tx, id)
  return 'disabled'
}

/** In the caller's transaction. Sessions read the role at each request, so that it holds at once. */
export async function changeRole(
  tx: Database,
  id: string,
  role: Role,
  by: string,
): Promise<{ was: Role } | Unchanged> {
  const enabled = await lockEnabled(tx)
  const fault = faultOf(enabled, by)
  if (fault) return fault
  const { role: was } = await readAdministrator(tx, id)
  if (was === role) return 'is so already'
  if (isLastOwner(enabled, id)) return 'is the last owner'
  await tx.updateTable('administrators').set({ role }).where('id', '=', id).execute()
  return { was }
}

type Enabled = { id: string; role: Role }[]

/** Locks all who can sign in: two who disable or demote each other at the same moment come one after the other. */
async function lockEnabled(tx: Database): Promise<Enabled> {
  const all = tx.updateTable('administrators').set({ disabled: 0 }).where('disabled', '=', 0)
  return await all.returning(['id', 'role']).execute()
}

/** The session was looked at before the lock, and so perhaps before the other one's change. */
function faultOf(enabled: Enabled, by: string | null) {
  const author = enabled.find(({ id }) => id === by)
  if (by && !author) return 'author is disabled'
  return author && author.role !== 'owner' ? 'author is no owner' : null
}

function isLastOwner(enabled: Enabled, id: string) {
  const owners = enabled.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]?.id === id
}

/** False when nothing kept them from signing in. Former sessions do not come back. */
export async function restoreAdministrator(tx: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('administrators')
    .set({ disabled: 0 })
    .where('id', '=', id)
    .where('disabled', '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await dropChallenges(tx, id)
  await endSessions(tx, id)
  return true
}

/** Nobody here has a name, a picture or a phone number, belongs to a tenant or is anonymous. */
export function toIdentityRecord({ id, email, createdAt, lastSignInAt }: AccountRow): IdentityRecord {
  const shown = { displayName: null, photoURL: null, email, phoneNumber: null }
  return {
    uid: id,
    ...shown,
    emailVerified: false,
    tenantId: null,
    providerData: [{ providerId: 'password', uid: email, ...shown }],
    metadata: { creationTime: createdAt, lastSignInTime: lastSignInAt },
    isAnonymous: false,
  }
}

export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

export function isEmail(typed: string): boolean {
  return z.email().safeParse(normalizeEmail(typed)).success
}

function selectAdministrators(db: Database) {
  return db
    .selectFrom('administrators')
    .leftJoin('secondFactors', 'secondFactors.administratorId', 'administrators.id')
    .select(['id', 'email', 'role', 'disabled', 'passwordHash', 'createdAt', 'lastSignInAt', 'provenAt'])
    .select((select) => firstPasskeyOf(select).as('passkeySince'))
}

type Selected = Omit<AccountRow, 'disabled' | 'secondFactorSince'> & {
  disabled: number
  provenAt: string | null
  passkeySince: string | null
}

function toRow({ disabled, provenAt, passkeySince, ...row }: Selected): AccountRow {
  const [secondFactorSince = null] = [provenAt, passkeySince].filter((since) => since !== null).sort()
  return { ...row, disabled: disabled === 1, secondFactorSince }
}
