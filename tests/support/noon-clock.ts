import { indiaDay } from '#domain/time/india-time.ts'

const sinceNoon = Date.now() - Date.parse(`${indiaDay(new Date())}T12:00:00+05:30`)

/** Runs, from noon in India on: no day ends while a test counts days. */
export const clock = {
  now: () => new Date(Date.now() - sinceNoon),
  monotonic: () => performance.now(),
}
/** The day of this clock, such as 2026-11-21. */
export const today = indiaDay(clock.now())
