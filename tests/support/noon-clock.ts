import type { Page } from 'playwright-core'
import { indiaDay } from '#domain/time/india-time.ts'

const sinceNoon = Date.now() - Date.parse(`${indiaDay(new Date())}T12:00:00+05:30`)

/** Runs, from noon in India on: no day ends while a test counts days. */
export const clock = {
  now: () => new Date(Date.now() - sinceNoon),
  monotonic: () => performance.now(),
}
/** The day of this clock, such as 2026-11-21. */
export const today = indiaDay(clock.now())

/** What this phone opens from now on goes by this clock as well. */
export async function setToNoon(page: Page): Promise<void> {
  await page.context().addInitScript((since) => {
    const real = Date.now
    const now = () => real() - since
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [now()]),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
  }, sinceNoon)
}
