import type { App } from '#domain/app.ts'
import { FAILURE_WAITS_SECONDS, FAILURES_FORGOTTEN_SECONDS, FREE_FAILURES } from './session-limits.ts'
import {
  findFailures,
  removeFailures,
  removeFailuresBefore,
  removeFailuresBelow,
  saveFailures,
} from './store.server.ts'

/**
 * Counts an attempt before its password is looked at, so that guesses sent at the same moment cannot share one
 * allowance. Returns 0 when the attempt may go on, else the seconds to wait; `account` is a hash of the email,
 * perhaps with the name of a device behind a colon.
 */
export async function claimAttempt(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  account: string,
): Promise<number> {
  const now = clock.now()
  return db.transaction().execute(async (transaction) => {
    await removeFailuresBefore(transaction, addSeconds(now, -FAILURES_FORGOTTEN_SECONDS))
    const { failures, blockedUntil } = await findFailures(transaction, account)
    const wait = secondsLeft(blockedUntil, now)
    if (wait > 0) return wait
    const next = failures + 1
    const penalty = penaltyAfter(next)
    await saveFailures(
      transaction,
      account,
      { failures: next, blockedUntil: penalty ? addSeconds(now, penalty) : null },
      now,
    )
    return 0
  })
}

/** Forgets an account's failures after a right password. */
export async function forgiveFailures({ db }: Pick<App, 'db'>, account: string): Promise<void> {
  await removeFailures(db, account)
}

/** Forgets an account's failures on every device and at every step. */
export async function forgiveEverything({ db }: Pick<App, 'db'>, account: string): Promise<void> {
  await removeFailures(db, account)
  await removeFailuresBelow(db, account)
}

/** The wait in seconds that a failure brings, counted from 1. */
export function penaltyAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  const step = Math.min(failures - FREE_FAILURES, FAILURE_WAITS_SECONDS.length - 1)
  return FAILURE_WAITS_SECONDS[step] ?? 0
}

/** A wait longer than the longest comes from a clock that was ahead; it holds nobody up. */
function secondsLeft(blockedUntil: Date | null, now: Date) {
  if (!blockedUntil) return 0
  const seconds = Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000)
  return seconds > Math.max(...FAILURE_WAITS_SECONDS) ? 0 : Math.max(0, seconds)
}

function addSeconds(time: Date, seconds: number) {
  return new Date(time.getTime() + seconds * 1000)
}
