import { daysBefore } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/paper/paper.ts'
import { type DeviceDays, recentDays } from './device-days.ts'
import { deleteDevicesBefore, insertDeviceDay, selectDeviceDays } from './device-store.server.ts'
import { HEARTBEAT } from './session-limits.ts'

/** Notes that an administrator's device was at work on a day, as 2026-11-21. */
export async function noteDeviceDay(
  { db }: Pick<App, 'db'>,
  noted: { administratorId: string; deviceId: string; device: string; day: string },
): Promise<void> {
  await insertDeviceDay(db, noted)
}

/** An administrator's devices with those of the last 30 days on which they were at work, the last one first. */
export async function listDeviceDays(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<DeviceDays[]> {
  const today = indiaDay(clock.now())
  const devices = await selectDeviceDays(db, administratorId)
  return devices.map((one) => ({ ...one, days: recentDays(one.days, today) }))
}

/** Forgets devices that were not at work within 30 days before the time `asOf`. */
export async function sweepDevices({ db }: Pick<App, 'db'>, asOf: Date): Promise<void> {
  await deleteDevicesBefore(db, daysBefore(indiaDay(asOf), HEARTBEAT.days))
}
