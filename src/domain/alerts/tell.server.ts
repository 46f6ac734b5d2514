import type { App } from '#domain/app.ts'
import { endsUnseen, type Trouble } from './trouble.server.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** What comes back sooner is the same trouble: a disk at its limit comes and goes. */
const OVER_AFTER_MS = HOUR_MS
/** What never ends: a device that comes back later is new. */
const KEPT_MS = 400 * DAY_MS

/**
 * Tells what was not told yet, or so many days ago, and forgets what has been over for an hour; returns false when
 * something could not be sent, and the rest waits. `server` names this one, the only one that tells at a time.
 */
export async function tellTrouble(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { trouble, server }: { trouble: Trouble[]; server: string },
  send: (one: Trouble) => Promise<boolean>,
): Promise<boolean> {
  const now = clock.now()
  const at = now.toISOString()
  // A time to come was written by a clock that was wrong.
  const since = (time: string) => Math.abs(now.getTime() - Date.parse(time))
  const rows = await db.selectFrom('toldAlerts').selectAll().execute()
  for (const { key, toldAt, clearedAt } of rows) {
    const isOn = trouble.some((one) => one.key === key)
    if (isOn && clearedAt) await setCleared(db, key, null)
    else if (!isOn && !clearedAt && endsUnseen(key, server)) await setCleared(db, key, at)
    else if (!isOn && (clearedAt ? since(clearedAt) > OVER_AFTER_MS : since(toldAt) > KEPT_MS))
      await db.deleteFrom('toldAlerts').where('key', '=', key).execute()
  }
  for (const one of trouble) {
    const told = rows.find(({ key }) => key === one.key)
    if (told && since(told.toldAt) < one.againAfterDays * DAY_MS) continue
    if (!(await send(one))) return false
    const values = { toldAt: at, clearedAt: null }
    await db
      .insertInto('toldAlerts')
      .values({ key: one.key, ...values })
      .onConflict((on) => on.column('key').doUpdateSet(values))
      .execute()
  }
  return true
}

async function setCleared(db: App['db'], key: string, clearedAt: string | null) {
  await db.updateTable('toldAlerts').set({ clearedAt }).where('key', '=', key).execute()
}
