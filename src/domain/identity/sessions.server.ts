import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import type { Administrator } from './account.ts'
import { noteDeviceDay } from './devices.server.ts'
import { firstPasskeyOf } from './passkeys.server.ts'
import {
  SESSION_IDLE_SECONDS,
  SESSION_LIFE_SECONDS,
  SESSION_USE_STEP_SECONDS,
  SESSIONS_PER_ADMINISTRATOR,
} from './session-limits.ts'

type IdentityApp = Pick<App, 'db' | 'clock'>

const TOKEN_BYTES = 32

/** Within its limits, but perhaps of a disabled account. */
export type LivingSession = {
  sid: string
  administrator: Administrator
  mustChangePassword: boolean
  hasSecondFactor: boolean
  /** When the password was last typed in it, in milliseconds since 1970. */
  confirmedAt: number
  usedAt: string
  device: string
  deviceId: string
  notedDay: string | null
}

/** The public name of a session: the hash of its token, of no use to a thief. */
export function sidOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Only the cookie keeps the token; the password counts as typed now. Ends expired and excess sessions. */
export async function beginSession(
  { db, clock }: IdentityApp,
  administratorId: string,
  device: { device: string; deviceId: string; previousSignInAt: string | null },
): Promise<{ sid: string; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const [sid, now] = [sidOf(token), clock.now()]
  const at = now.toISOString()
  await db
    .insertInto('sessions')
    .values({ sid, administratorId, ...device, createdAt: at, usedAt: at, confirmedAt: at })
    .execute()
  await db.deleteFrom('sessions').where('createdAt', '<=', before(now, SESSION_LIFE_SECONDS)).execute()
  const newest = db
    .selectFrom('sessions')
    .select('serial')
    .where('administratorId', '=', administratorId)
    .orderBy('serial', 'desc')
    .limit(SESSIONS_PER_ADMINISTRATOR)
  await db
    .deleteFrom('sessions')
    .where('administratorId', '=', administratorId)
    .where('serial', 'not in', newest)
    .execute()
  return { sid, token }
}

/** Within its idle and absolute limits, also of a disabled account; else null. */
export async function findSession({ db, clock }: IdentityApp, sid: string): Promise<LivingSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administratorId')
    .leftJoin('secondFactors', 'secondFactors.administratorId', 'administrators.id')
    .select(['sid', 'sessions.createdAt', 'usedAt', 'confirmedAt', 'device', 'deviceId', 'notedDay'])
    .select(['administrators.id', 'email', 'role', 'disabled', 'mustChangePassword', 'provenAt'])
    .select((select) => firstPasskeyOf(select).as('passkeySince'))
    .where('sid', '=', sid)
    .executeTakeFirst()
  if (!row) return null
  if (!isLiving(row, clock.now())) {
    await endSession(db, sid)
    return null
  }
  const { id, email, role, disabled, mustChangePassword, provenAt, passkeySince, confirmedAt, ...rest } = row
  const { createdAt: _, ...session } = rest
  return {
    ...session,
    administrator: { id, email, role, disabled: disabled === 1 },
    mustChangePassword: mustChangePassword === 1,
    hasSecondFactor: (provenAt ?? passkeySince) !== null,
    confirmedAt: confirmedAt ? Date.parse(confirmedAt) : 0,
  }
}

export async function listSessions({ db, clock }: IdentityApp, administratorId: string) {
  const rows = await db
    .selectFrom('sessions')
    .select(['sid', 'device', 'deviceId', 'createdAt', 'usedAt', 'previousSignInAt'])
    .where('administratorId', '=', administratorId)
    .orderBy('usedAt', 'desc')
    .execute()
  const now = clock.now()
  return rows.filter((row) => isLiving(row, now))
}

/** Writes the session's use at most once a minute, its device's once a day. */
export async function recordUse({ db, clock }: IdentityApp, session: LivingSession): Promise<void> {
  const now = clock.now()
  if (session.usedAt <= before(now, SESSION_USE_STEP_SECONDS))
    await setOf(db, session.sid, { usedAt: now.toISOString() })
  const { sid, administrator, device, deviceId, notedDay } = session
  const day = indiaDay(now)
  if (notedDay === day) return
  await db.transaction().execute(async (tx) => {
    await noteDeviceDay({ db: tx }, { administratorId: administrator.id, deviceId, device, day })
    await setOf(tx, sid, { notedDay: day })
  })
}

export async function confirmSession({ db, clock }: IdentityApp, sid: string): Promise<void> {
  await setOf(db, sid, { confirmedAt: clock.now().toISOString() })
}

/** Returns the words for its device; null when there was no such session. */
export async function endSession(db: Database, sid: string): Promise<string | null> {
  const row = await db.deleteFrom('sessions').where('sid', '=', sid).returning('device').executeTakeFirst()
  return row?.device ?? null
}

export async function endSessions(db: Database, administratorId: string, keep = ''): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('administratorId', '=', administratorId)
    .where('sid', '<>', keep)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function setOf(
  db: Database,
  sid: string,
  values: { usedAt?: string; confirmedAt?: string; notedDay?: string },
) {
  await db.updateTable('sessions').set(values).where('sid', '=', sid).execute()
}

/** Absolute differences: a time in the future was written by a clock that was wrong. */
function isLiving({ createdAt, usedAt }: { createdAt: string; usedAt: string }, now: Date) {
  const since = (time: string) => Math.abs(now.getTime() - Date.parse(time))
  return since(usedAt) < SESSION_IDLE_SECONDS * 1000 && since(createdAt) < SESSION_LIFE_SECONDS * 1000
}

function before(now: Date, seconds: number) {
  return new Date(now.getTime() - seconds * 1000).toISOString()
}
