import type { Database } from '#database/schema.ts'
import type { ConfirmedTime } from './confirmed-time.ts'

const ID = 'sweep'

export async function selectConfirmedTime(db: Database): Promise<ConfirmedTime | null> {
  const row = await db.selectFrom('confirmedTime').selectAll().where('id', '=', ID).executeTakeFirst()
  return row
    ? { confirmed: Date.parse(row.confirmedAt), clock: Date.parse(row.clockAt), ranMs: row.ranMs }
    : null
}

export async function saveConfirmedTime(db: Database, { confirmed, clock, ranMs }: ConfirmedTime) {
  const values = {
    confirmedAt: new Date(confirmed).toISOString(),
    clockAt: new Date(clock).toISOString(),
    ranMs: Math.round(ranMs),
  }
  await db
    .insertInto('confirmedTime')
    .values({ id: ID, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
