import type { AccountState, Actor } from '#domain/identity/account.ts'
import { listDeviceDays } from '#domain/identity/device-days.server.ts'
import { UNKNOWN_DEVICE } from '#domain/identity/device-words.ts'
import { SESSION_IDLE_SECONDS, SESSION_LIFE_SECONDS } from '#domain/identity/session-limits.ts'
import { type AuthDatabase, authTablesOf } from './auth-tables.ts'
import { sidOf } from './better-auth.ts'
import type { SignInParts } from './sign-in.ts'

type OwnSession = Awaited<ReturnType<typeof listSessions>>[number]

/** Where an administrator is signed in, where they were, and on which days each browser was at work. */
export async function readDevices(
  { db, clock }: Pick<SignInParts, 'db' | 'clock'>,
  actor: Actor,
): Promise<Pick<AccountState, 'devices' | 'formerDevices'>> {
  const now = clock.now()
  const sessions = (await listSessions(authTablesOf(db), actor)).filter((one) => isLiving(one, now))
  const devices = await listDeviceDays({ db, clock }, actor.administrator.id)
  const daysOf = new Map(devices.map(({ deviceId, days }) => [deviceId, days]))
  const here = new Set(sessions.map(({ deviceId }) => deviceId))
  return {
    devices: sessions.map(({ id: _, deviceId, ...device }) => ({
      ...device,
      days: daysOf.get(deviceId ?? '') ?? [],
    })),
    formerDevices: devices
      .filter(({ deviceId, days }) => !here.has(deviceId) && days.length > 0)
      .map(({ device, days }) => ({ device, days })),
  }
}

/** What is over stays in the table until somebody calls with it. */
function isLiving({ begun, lastUsed }: OwnSession, now: Date) {
  const since = (time: string) => Math.abs(now.getTime() - Date.parse(time))
  return since(lastUsed) < SESSION_IDLE_SECONDS * 1000 && since(begun) < SESSION_LIFE_SECONDS * 1000
}

/** An administrator's sessions, the one used last first. */
export async function listSessions(tables: AuthDatabase, { administrator }: Actor) {
  const rows = await tables
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt', 'deviceId'])
    .where('userId', '=', administrator.id)
    .orderBy('updatedAt', 'desc')
    .execute()
  return rows.map(({ id, userAgent, createdAt, updatedAt, deviceId }) => ({
    id,
    deviceId,
    sid: sidOf(id),
    device: userAgent ?? UNKNOWN_DEVICE,
    begun: createdAt,
    lastUsed: updatedAt,
    present: sidOf(id) === administrator.sid,
  }))
}

/** Ends an administrator's other sessions, and with `here` this one too; returns how many. */
export async function deleteSessions(
  tables: AuthDatabase,
  actor: Actor,
  { here }: { here: boolean },
): Promise<number> {
  const ids = (await listSessions(tables, actor)).filter((one) => here || !one.present).map(({ id }) => id)
  if (ids.length > 0) await tables.deleteFrom('session').where('id', 'in', ids).execute()
  return ids.length
}
