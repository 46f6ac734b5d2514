const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** 2:30 in India, as UTC has it. */
const NIGHT_MS = 21 * HOUR_MS
/** Nights begin up to so much later, so that not all sites of a machine begin at once. */
export const JITTER_MS = HOUR_MS / 2
const RETRY_MS = HOUR_MS

/** When a backup was last made, whole or lacking a file, and when one last failed; in milliseconds since 1970. */
export type LastBackups = { madeAt: number | null; failedAt: number | null }

/** Whether a backup is to be made now: none was since the last night began, and none failed within the last hour. */
export function isBackupDue({ madeAt, failedAt }: LastBackups, now: number, jitterMs: number): boolean {
  const intoNight = NIGHT_MS + jitterMs
  const nightBegan = Math.floor((now - intoNight) / DAY_MS) * DAY_MS + intoNight
  // A time to come was written by a clock that was wrong.
  const isMade = madeAt !== null && madeAt >= nightBegan && madeAt <= now
  const isTried = failedAt !== null && now - failedAt < RETRY_MS && failedAt <= now
  return !isMade && !isTried
}
