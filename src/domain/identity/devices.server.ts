import type { Database } from '#database/schema.ts'
import { daysBefore } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { HEARTBEAT } from './session-limits.ts'

/** Per administrator: private windows are a new device each time. */
const MOST_DEVICES_STORED = 20

/** Days as 2026-11-21, oldest first. */
type DeviceDays = { deviceId: string; device: string; days: string[] }

/** In the caller's transaction; `day` as 2026-11-21. */
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
    .limit(MOST_DEVICES_STORED)
  await db
    .deleteFrom('deviceDays')
    .where('administratorId', '=', key.administratorId)
    .where('deviceId', '<>', key.deviceId)
    .where('deviceId', 'not in', newest)
    .execute()
}

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

/** Browsers that were used for the first time today or yesterday, or the first time in 30 days; the last used first. */
export async function listNewDevices({
  readDb,
  clock,
}: Pick<App, 'readDb' | 'clock'>): Promise<{ deviceId: string; device: string; email: string }[]> {
  const yesterday = daysBefore(indiaDay(clock.now()), 1)
  const rows = await readDb
    .selectFrom('deviceDays')
    .innerJoin('administrators', 'administrators.id', 'deviceDays.administratorId')
    .select(['deviceId', 'device', 'days', 'email'])
    .where('lastDay', '>=', yesterday)
    .orderBy('lastDay', 'desc')
    .orderBy('deviceId')
    .execute()
  const isNew = ({ days }: { days: string }) =>
    (JSON.parse(days) as string[]).every((day) => day >= yesterday)
  return rows.filter(isNew).map(({ deviceId, device, email }) => ({ deviceId, device, email }))
}

export async function sweepDevices({ db }: Pick<App, 'db'>, asOf: Date): Promise<void> {
  const day = daysBefore(indiaDay(asOf), HEARTBEAT.days)
  await db.deleteFrom('deviceDays').where('lastDay', '<', day).execute()
}

/** In order, and only as many of the newest as may be kept. */
export function addDay(days: string[], day: string): string[] {
  const kept = [...new Set([...days, day])].sort().slice(-HEARTBEAT.days)
  while (JSON.stringify(kept).length > HEARTBEAT.characters) kept.shift()
  return kept
}

export function recentDays(days: string[], today: string): string[] {
  const first = daysBefore(today, HEARTBEAT.days - 1)
  return days.filter((day) => day >= first && day <= today)
}

function devicesOf(db: Database, administratorId: string) {
  return db.selectFrom('deviceDays').where('administratorId', '=', administratorId)
}
