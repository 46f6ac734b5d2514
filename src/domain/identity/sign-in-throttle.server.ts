import type { App } from '#domain/app.ts'

const FREE_FAILURES = 5
/** The wait after the last free failure, after the next one, and so on; the last repeats. */
const FAILURE_WAITS_SECONDS = [30, 60, 120, 240, 480, 900]
const FAILURES_FORGOTTEN_SECONDS = 24 * 60 * 60
/** Kept rows of failures; beyond that the oldest go. Some 30 MB. */
const MOST_FAILURES_STORED = 200_000

type IdentityApp = Pick<App, 'db' | 'clock'>

/** Attempts that several networks have together: `atOnce`, then one every `seconds`. */
type SharedBound = { key: string; atOnce: number; seconds: number }
/** Whose attempts count together. Keys are a hash of the email, perhaps followed by ":" and a network or a device. */
export type Allowance = { key: string; shared?: SharedBound[] }

/** Runs `check` if an attempt is left, and forgives failures when it passes; else, the seconds to wait. */
export async function checkWithinAllowance(
  parts: IdentityApp,
  allowance: Allowance,
  check: () => Promise<boolean>,
): Promise<boolean | number> {
  const wait = await claimAttempt(parts, allowance)
  if (wait > 0) return wait
  const right = await check()
  if (right) {
    await forgiveFailures(parts, allowance.key)
    for (const bound of allowance.shared ?? []) await refundAttempt(parts, bound)
  }
  return right
}

/** Counts an attempt before its password is checked, so that parallel guesses cannot share one allowance.
 * Returns the seconds to wait, or 0. */
export async function claimAttempt(parts: IdentityApp, { key, shared = [] }: Allowance): Promise<number> {
  const now = parts.clock.now()
  const forgotten = addSeconds(now, -FAILURES_FORGOTTEN_SECONDS).toISOString()
  await parts.db.deleteFrom('signInFailures').where('updatedAt', '<', forgotten).execute()
  const bounds = [own(key), ...shared.map(together)]
  // Nothing is counted where any of them waits: a network that waits takes no attempts from the others, nor they its own.
  const waits = await Promise.all(
    bounds.map(async (bound) => secondsUntil(await readRow(parts, bound.key), bound.longest, now)),
  )
  if (Math.max(...waits) > 0) return Math.max(...waits)
  for (const bound of bounds) {
    const wait = await claim(parts, bound, now)
    if (wait > 0) return wait
  }
  return 0
}

export async function forgiveFailures({ db }: Pick<App, 'db'>, key: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('account', '=', key).execute()
}

/** On every network and device and at every step: their names begin with the account's own and a colon. */
export async function forgiveEverything({ db }: Pick<App, 'db'>, account: string): Promise<void> {
  await forgiveFailures({ db }, account)
  await db
    .deleteFrom('signInFailures')
    .where('account', '>', `${account}:`)
    .where('account', '<', `${account};`)
    .execute()
}

/** Keeps the newest: what a bound over all networks had counted is free again before others push it out. */
export async function sweepFailures({ db }: Pick<App, 'db'>, most = MOST_FAILURES_STORED): Promise<void> {
  const oldestKept = await db
    .selectFrom('signInFailures')
    .select('updatedAt')
    .orderBy('updatedAt', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldestKept) return
  await db.deleteFrom('signInFailures').where('updatedAt', '<', oldestKept.updatedAt).execute()
}

type Row = { failures: number; blockedUntil: string | null }
type Bound = {
  key: string
  /** In seconds: a longer wait was written by a clock that was ahead; it blocks nobody. */
  longest: number
  blockedUntil(failures: number, before: number | null, now: Date): Date | null
}

function own(key: string): Bound {
  return {
    key,
    longest: Math.max(...FAILURE_WAITS_SECONDS),
    blockedUntil(failures, _, now) {
      if (failures < FREE_FAILURES) return null
      const wait = FAILURE_WAITS_SECONDS[failures - FREE_FAILURES] ?? Math.max(...FAILURE_WAITS_SECONDS)
      return addSeconds(now, wait)
    },
  }
}

/** One time says how many attempts are left: it is `seconds` further in the past for each. */
function together({ key, atOnce, seconds }: SharedBound): Bound {
  return {
    key,
    longest: seconds,
    blockedUntil(_, before, now) {
      const untouched = addSeconds(now, -seconds * (atOnce - 1)).getTime()
      const from = before !== null && before <= now.getTime() ? Math.max(before, untouched) : untouched
      return addSeconds(new Date(from), seconds)
    },
  }
}

async function claim(parts: IdentityApp, bound: Bound, now: Date) {
  for (;;) {
    const row = await readRow(parts, bound.key)
    const wait = secondsUntil(row, bound.longest, now)
    if (wait > 0) return wait
    const before = row?.blockedUntil ? Date.parse(row.blockedUntil) : null
    const blockedUntil = bound.blockedUntil((row?.failures ?? 0) + 1, before, now)
    if (await writeRow(parts, bound.key, row, blockedUntil)) return 0
  }
}

/** For a right password. */
async function refundAttempt(parts: IdentityApp, { key, seconds }: SharedBound) {
  for (;;) {
    const row = await readRow(parts, key)
    if (!row?.blockedUntil) return
    if (await writeRow(parts, key, row, addSeconds(new Date(row.blockedUntil), -seconds))) return
  }
}

async function readRow({ db }: Pick<App, 'db'>, key: string): Promise<Row | undefined> {
  return await db
    .selectFrom('signInFailures')
    .select(['failures', 'blockedUntil'])
    .where('account', '=', key)
    .executeTakeFirst()
}

/** Compare-and-set: false when it was written since. */
async function writeRow(
  { db, clock }: IdentityApp,
  account: string,
  before: Row | undefined,
  blockedUntil: Date | null,
) {
  const failures = (before?.failures ?? 0) + 1
  const values = {
    failures,
    blockedUntil: blockedUntil?.toISOString() ?? null,
    updatedAt: clock.now().toISOString(),
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('signInFailures')
    .values({ account, ...values })
    .onConflict((conflict) =>
      conflict
        .column('account')
        .doUpdateSet(values)
        .where('signInFailures.failures', '=', before?.failures ?? 0),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function secondsUntil(row: Row | undefined, longest: number, now: Date) {
  if (!row?.blockedUntil) return 0
  const seconds = Math.ceil((Date.parse(row.blockedUntil) - now.getTime()) / 1000)
  return seconds > longest ? 0 : Math.max(0, seconds)
}

function addSeconds(time: Date, seconds: number) {
  return new Date(time.getTime() + seconds * 1000)
}
