import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import type { Clock } from '#domain/app.ts'
import { noteDeviceDay } from '#domain/identity/device-days.server.ts'
import { UNKNOWN_DEVICE } from '#domain/identity/device-words.ts'
import type { Administrator } from '#domain/identity/identity.ts'
import {
  SESSION_IDLE_SECONDS,
  SESSION_LIFE_SECONDS,
  SESSION_USE_STEP_SECONDS,
  SESSIONS_PER_ADMINISTRATOR,
} from '#domain/identity/session-limits.ts'
import { indiaDay } from '#domain/paper/paper.ts'
import { type AuthDatabase, authTablesOf } from './auth-tables.ts'
import { ADMIN_ROLE, type BetterAuth } from './better-auth.ts'

export type LivingSession = {
  id: string
  administrator: Administrator
  mustChangePassword: boolean
  /** When the password was typed in it, in milliseconds since 1970. */
  confirmedAt: number
  /** The browser, in words and by its name, and the last day that was noted of it. */
  device: string
  deviceId: string | null
  notedDay: string | null
}

/** The session of a cookie pair within its idle and absolute limits, also of a disabled account; else null. */
export async function readSession(
  { auth, tables, clock }: { auth: BetterAuth; tables: AuthDatabase; clock: Clock },
  cookie: string | null,
): Promise<LivingSession | null> {
  if (!cookie) return null
  const found = await auth.api.getSession({
    headers: new Headers({ cookie }),
    query: { disableRefresh: true },
  })
  if (!found || found.user.role !== ADMIN_ROLE) return null
  const { session, user } = found
  const now = clock.now().getTime()
  // As far ahead as it might lie behind: such a time was written by a clock that was wrong.
  const idle = Math.abs(now - session.updatedAt.getTime()) >= SESSION_IDLE_SECONDS * 1000
  const old = Math.abs(now - session.createdAt.getTime()) >= SESSION_LIFE_SECONDS * 1000
  if (idle || old) {
    await tables.deleteFrom('session').where('id', '=', session.id).execute()
    return null
  }
  const administrator = { id: user.id, email: user.email, disabled: Boolean(user.banned) }
  const facts = await readFacts(tables, session.id)
  return facts && { id: session.id, administrator, ...facts }
}

/** What Better Auth does not know of a session. */
async function readFacts(tables: AuthDatabase, sessionId: string) {
  const row = await tables
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.confirmedAt', 'session.userAgent', 'session.deviceId', 'session.notedDay'])
    .select('user.mustChangePassword')
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  if (!row) return null
  return {
    mustChangePassword: row.mustChangePassword === 1,
    confirmedAt: row.confirmedAt ? Date.parse(row.confirmedAt) : 0,
    device: row.userAgent ?? UNKNOWN_DEVICE,
    deviceId: row.deviceId,
    notedDay: row.notedDay,
  }
}

/** Notes that a session is in use, at most once a minute. */
export async function recordUse(tables: AuthDatabase, sessionId: string, now: Date): Promise<void> {
  await tables
    .updateTable('session')
    .set({ updatedAt: now.toISOString() })
    .where('id', '=', sessionId)
    .where('updatedAt', '<=', new Date(now.getTime() - SESSION_USE_STEP_SECONDS * 1000).toISOString())
    .execute()
}

/** Notes that a session's device is at work today, once a day. */
export async function recordDay(
  db: Database,
  { id, administrator, device, deviceId, notedDay }: LivingSession,
  now: Date,
): Promise<void> {
  const day = indiaDay(now)
  if (!deviceId || notedDay === day) return
  await db.transaction().execute(async (tx) => {
    await noteDeviceDay({ db: tx }, { administratorId: administrator.id, deviceId, device, day })
    await authTablesOf(tx).updateTable('session').set({ notedDay: day }).where('id', '=', id).execute()
  })
}

/** Ends an administrator's oldest sessions beyond the allowed number, and everybody's that are over anyway. */
export async function endSurplusSessions(tables: AuthDatabase, userId: string, now: Date): Promise<void> {
  await tables.deleteFrom('session').where('expiresAt', '<=', now.toISOString()).execute()
  const newest = tables
    .selectFrom('session')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .limit(SESSIONS_PER_ADMINISTRATOR)
  await tables.deleteFrom('session').where('userId', '=', userId).where('id', 'not in', newest).execute()
}
