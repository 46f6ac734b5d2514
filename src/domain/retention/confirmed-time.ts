const DAY_MS = 24 * 60 * 60 * 1000

/** A clock this far from the time that is confirmed is believed at once: the site may have been off so long. */
export const LEAP_MS = 3 * DAY_MS
/** How long the site must run with a clock that is further off than that before it is believed. */
export const CONFIRMATION_MS = 7 * DAY_MS

/** Times in milliseconds since 1970; `ranMs` is how long the site has run while the clock was too far off. */
export type ConfirmedTime = { confirmed: number; clock: number; ranMs: number }

/**
 * What is confirmed at a sweep, when the clock says `clock` and `ranMs` milliseconds have really passed since the
 * sweep before it, 0 at a start. Without a former sweep the clock is believed.
 */
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
