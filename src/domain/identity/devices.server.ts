import type { Database } from '#database/schema.ts'
import { daysBefore } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { HEARTBEAT } from './session-limits.ts'

/** Devices that are kept of an administrator: whoever works in private windows is a new one each time. */
const DEVICES_KEPT = 20

/** A device and the days on which it was at work, as 2026-11-21, the first one first. */
type DeviceDays = { deviceId: string; device: string; days: string[] }

/** Notes, in the caller's transaction, that an administrator's device was at work on a day, as 2026-11-21. */
export async function noteDeviceDay(
  { db }: Pick<App, 'db'>,
  { day, device, ...key }: { administratorId: string; deviceId: string; device: string; day: string },
): Promise<void> {
  const row = await devicesOf(db, key.administratorId)
    .select('days')
    .where('deviceId', '=', key.deviceId)
    .executeTakeFirst()
  const days = addDay(row ? JSON.parse(row.days) : [], day)
  const values = { device, days: JSON.stringify(days), lastDay: days.at(-1) ?? day }
  await db
    .insertInto('deviceDays')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['administratorId', 'deviceId']).doUpdateSet(values))
    .execute()
  const newest = devicesOf(db, key.administratorId)
    .select('deviceId')
    .orderBy('lastDay', 'desc')
    .limit(DEVICES_KEPT)
  await db
    .deleteFrom('deviceDays')
    .where('administratorId', '=', key.administratorId)
    .where('deviceId', '<>', key.deviceId)
    .where('deviceId', 'not in', newest)
    .execute()
}

/** An administrator's devices with those of the last 30 days on which they were at work, the last one first. */
export async function listDeviceDays(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<DeviceDays[]> {
  const today = indiaDay(clock.now())
  const rows = await devicesOf(db, administratorId)
    .select(['deviceId', 'device', 'days'])
    .orderBy('lastDay', 'desc')
    .orderBy('deviceId')
    .execute()
  return rows.map((row) => ({ ...row, days: recentDays(JSON.parse(row.days), today) }))
}

/** Forgets devices that were not at work within 30 days before the time `asOf`. */
export async function sweepDevices({ db }: Pick<App, 'db'>, asOf: Date): Promise<void> {
  const day = daysBefore(indiaDay(asOf), HEARTBEAT.days)
  await db.deleteFrom('deviceDays').where('lastDay', '<', day).execute()
}

/** The days with one added, in order: as many of the newest as may be kept. */
export function addDay(days: string[], day: string): string[] {
  const kept = [...new Set([...days, day])].sort().slice(-HEARTBEAT.days)
  while (JSON.stringify(kept).length > HEARTBEAT.characters) kept.shift()
  return kept
}

/** Those of the last 30 days, today being one of them. */
export function recentDays(days: string[], today: string): string[] {
  const first = daysBefore(today, HEARTBEAT.days - 1)
  return days.filter((day) => day >= first && day <= today)
}

function devicesOf(db: Database, administratorId: string) {
  return db.selectFrom('deviceDays').where('administratorId', '=', administratorId)
}
