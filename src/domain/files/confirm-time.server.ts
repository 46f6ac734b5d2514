import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** The times by which ages are measured: of what is kept for days, and for an hour. */
type SweepTimes = { days: Date; hours: Date }

/** The time to stamp what is deleted when it is too old: the clock's or, where that is behind the confirmed time, the
 * latest that it can really be, since nobody knows for how long the site was off. The next sweeps correct it. */
export async function startOfRetention({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Date> {
  const now = clock.now()
  const last = await selectConfirmedTime(db)
  return last && now.getTime() < last.confirmed ? new Date(last.confirmed + LEAP_MS) : now
}

/** The latest that a right stamp can be until the next sweep: one that is later counts from then. Null while the clock is
 * not believed. */
export async function latestStamp({ db }: Pick<App, 'db'>): Promise<Date | null> {
  const last = await selectConfirmedTime(db)
  // Not the sweep's own time: clocks of several servers differ, and what comes while it runs keeps its order.
  return last && last.clock === last.confirmed ? new Date(last.clock + HOUR_MS) : null
}

/** Records a sweep; returns the times by which old things may be deleted, never later than the clock.
 * `ranMs` is the monotonic time since the sweep before it, null at a start. A clock that leapt is logged. */
export async function confirmTime(
  app: Pick<App, 'db' | 'clock' | 'log'>,
  ranMs: number | null,
): Promise<SweepTimes> {
  const clock = app.clock.now().getTime()
  const last = await selectConfirmedTime(app.db)
  const next = confirm(last, clock, ranMs ?? 0)
  await saveConfirmedTime(app.db, next)
  logWaiting(app, last, next, ranMs === null)
  // A clock that leaps by hours makes no file of a publication under way an hour old.
  const hours = last && ranMs !== null ? Math.min(clock, last.clock + ranMs) : clock
  return { days: new Date(Math.min(clock, next.confirmed)), hours: new Date(hours) }
}

/** Once when the waiting begins, once at every start meanwhile, and once when it is over. */
function logWaiting(
  { log }: Pick<App, 'log'>,
  last: ConfirmedTime | null,
  next: ConfirmedTime,
  atStart: boolean,
) {
  const isWaiting = next.clock !== next.confirmed
  const wasWaiting = last !== null && last.clock !== last.confirmed
  const facts = {
    clock: new Date(next.clock).toISOString(),
    confirmed: new Date(next.confirmed).toISOString(),
  }
  if (isWaiting && (atStart || !wasWaiting)) {
    const off = Math.round(Math.abs(next.clock - next.confirmed) / DAY_MS)
    const hours = Math.ceil((CONFIRMATION_MS - next.ranMs) / HOUR_MS)
    const way = next.clock > next.confirmed ? 'ahead of' : 'behind'
    log.warn(
      facts,
      `the clock is ${off} days ${way} what this site has seen: until it has run ${hours} hours more, old things are deleted by the earlier of the two`,
    )
  }
  if (wasWaiting && !isWaiting) log.info(facts, 'the clock is believed again; what is too old is deleted')
}

const ID = 'sweep'

export async function selectConfirmedTime(db: Database): Promise<ConfirmedTime | null> {
  const row = await db.selectFrom('confirmedTime').selectAll().where('id', '=', ID).executeTakeFirst()
  return row
    ? { confirmed: Date.parse(row.confirmedAt), clock: Date.parse(row.clockAt), ranMs: row.ranMs }
    : null
}

async function saveConfirmedTime(db: Database, { confirmed, clock, ranMs }: ConfirmedTime) {
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

/** A clock within this of the confirmed time is trusted at once: the site may have been off so long. */
export const LEAP_MS = 3 * DAY_MS
/** How long the site must run with a clock that is further off before it is trusted. */
const CONFIRMATION_MS = 7 * DAY_MS

/** In milliseconds since 1970; `ranMs` is how long the site has run while the clock was too far off. */
type ConfirmedTime = { confirmed: number; clock: number; ranMs: number }

/** The next state, `ranMs` (monotonic, 0 at a start) after the last. Without a last one, the clock is trusted. */
export function confirm(last: ConfirmedTime | null, clock: number, ranMs: number): ConfirmedTime {
  if (!last) return { confirmed: clock, clock, ranMs: 0 }
  const confirmed = last.confirmed + ranMs
  if (Math.abs(clock - confirmed) <= LEAP_MS) return { confirmed: clock, clock, ranMs: 0 }
  const offBefore = Math.sign(last.clock - last.confirmed)
  const waited = offBefore === Math.sign(clock - confirmed) ? last.ranMs + ranMs : 0
  return waited < CONFIRMATION_MS
    ? { confirmed, clock, ranMs: waited }
    : { confirmed: clock, clock, ranMs: 0 }
}
