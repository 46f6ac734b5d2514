const DAY_MS = 24 * 60 * 60 * 1000

/** A clock within this of the confirmed time is trusted at once: the site may have been off so long. */
export const LEAP_MS = 3 * DAY_MS
/** How long the site must run with a clock that is further off before it is trusted. */
export const CONFIRMATION_MS = 7 * DAY_MS

/** In milliseconds since 1970; `ranMs` is how long the site has run while the clock was too far off. */
export type ConfirmedTime = { confirmed: number; clock: number; ranMs: number }

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
