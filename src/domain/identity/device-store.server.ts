import type { Database, ReadDatabase } from '#database/schema.ts'
import { addDay, type DeviceDays } from './device-days.ts'

/** Devices that are kept of an administrator: whoever works in private windows is a new one each time. */
const DEVICES_KEPT = 20

/** Notes that an administrator's device was at work on a day. */
export async function insertDeviceDay(
  tx: Database,
  {
    administratorId,
    deviceId,
    device,
    day,
  }: Omit<DeviceDays, 'days'> & { administratorId: string; day: string },
): Promise<void> {
  const row = await tx
    .selectFrom('deviceDays')
    .select('days')
    .where('administratorId', '=', administratorId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  const days = addDay(row ? JSON.parse(row.days) : [], day)
  const values = { device, days: JSON.stringify(days), lastDay: days.at(-1) ?? day }
  await tx
    .insertInto('deviceDays')
    .values({ administratorId, deviceId, ...values })
    .onConflict((conflict) => conflict.columns(['administratorId', 'deviceId']).doUpdateSet(values))
    .execute()
  const newest = tx
    .selectFrom('deviceDays')
    .select('deviceId')
    .where('administratorId', '=', administratorId)
    .orderBy('lastDay', 'desc')
    .limit(DEVICES_KEPT)
  await tx
    .deleteFrom('deviceDays')
    .where('administratorId', '=', administratorId)
    .where('deviceId', '<>', deviceId)
    .where('deviceId', 'not in', newest)
    .execute()
}

/** An administrator's devices, the one that was at work last first. */
export async function selectDeviceDays(readDb: ReadDatabase, administratorId: string): Promise<DeviceDays[]> {
  const rows = await readDb
    .selectFrom('deviceDays')
    .select(['deviceId', 'device', 'days'])
    .where('administratorId', '=', administratorId)
    .orderBy('lastDay', 'desc')
    .orderBy('deviceId')
    .execute()
  return rows.map((row) => ({ ...row, days: JSON.parse(row.days) as string[] }))
}

/** Forgets devices that were last at work before a day. */
export async function deleteDevicesBefore(db: Database, day: string): Promise<void> {
  await db.deleteFrom('deviceDays').where('lastDay', '<', day).execute()
}
