import type { App } from '#domain/app.ts'
import { FAILURE_WAITS_SECONDS, FAILURES_FORGOTTEN_SECONDS, FREE_FAILURES } from './session-limits.ts'

type IdentityApp = Pick<App, 'db' | 'clock'>

/** Runs `check` if `account` has an attempt left, and forgives failures when it passes; else, the seconds to wait. */
export async function checkWithinAllowance(
  parts: IdentityApp,
  account: string,
  check: () => Promise<boolean>,
): Promise<boolean | number> {
  const wait = await claimAttempt(parts, account)
  if (wait > 0) return wait
  const right = await check()
  if (right) await forgiveFailures(parts, account)
  return right
}

/** Counts an attempt before its password is checked, so that parallel guesses cannot share one allowance.
 * Returns the seconds to wait, or 0. `account` is a hash of the email, perhaps followed by ":" and a device. */
export async function claimAttempt({ db, clock }: IdentityApp, account: string): Promise<number> {
  const now = clock.now()
  const forgotten = addSeconds(now, -FAILURES_FORGOTTEN_SECONDS).toISOString()
  await db.deleteFrom('signInFailures').where('updatedAt', '<', forgotten).execute()
  for (;;) {
    const row = await db
      .selectFrom('signInFailures')
      .select(['failures', 'blockedUntil'])
      .where('account', '=', account)
      .executeTakeFirst()
    const wait = secondsUntil(row?.blockedUntil ?? null, now)
    if (wait > 0) return wait
    if (await countFailure({ db }, account, row?.failures ?? 0, now)) return 0
  }
}

export async function forgiveFailures({ db }: Pick<App, 'db'>, account: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('account', '=', account).execute()
}

/** On every device and at every step: their names begin with the account's own and a colon. */
export async function forgiveEverything({ db }: Pick<App, 'db'>, account: string): Promise<void> {
  await forgiveFailures({ db }, account)
  await db
    .deleteFrom('signInFailures')
    .where('account', '>', `${account}:`)
    .where('account', '<', `${account};`)
    .execute()
}

/** Compare-and-set: false when another attempt was counted since. */
async function countFailure({ db }: Pick<App, 'db'>, account: string, before: number, now: Date) {
  const failures = before + 1
  const wait = waitAfter(failures)
  const blockedUntil = wait > 0 ? addSeconds(now, wait).toISOString() : null
  const values = { failures, blockedUntil, updatedAt: now.toISOString() }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('signInFailures')
    .values({ account, ...values })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet(values).where('signInFailures.failures', '=', before),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function waitAfter(failures: number) {
  if (failures < FREE_FAILURES) return 0
  return FAILURE_WAITS_SECONDS[failures - FREE_FAILURES] ?? Math.max(...FAILURE_WAITS_SECONDS)
}

/** A wait longer than the longest was written by a clock that was ahead; it blocks nobody. */
function secondsUntil(blockedUntil: string | null, now: Date) {
  if (!blockedUntil) return 0
  const seconds = Math.ceil((Date.parse(blockedUntil) - now.getTime()) / 1000)
  return seconds > Math.max(...FAILURE_WAITS_SECONDS) ? 0 : Math.max(0, seconds)
}

function addSeconds(time: Date, seconds: number) {
  return new Date(time.getTime() + seconds * 1000)
}
