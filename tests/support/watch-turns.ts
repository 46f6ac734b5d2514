import type { Page } from 'playwright-core'

const STEP_MS = 100

/**
 * What takes turns in the first places that the selectors name, and how long each turn lasts in milliseconds (to 100),
 * over some seconds of the page's own clock; the first and last turn are left out, because they were not seen whole.
 * The clock must be installed.
 */
export async function watchTurns(page: Page, selectors: string[], seconds: number) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 10_000)
  // Between the page's own ticks, so that what they change is rendered.
  await page.clock.runFor(STEP_MS / 2)
  await page.evaluate(
    ({ selectors, step }) => {
      const seen: string[] = []
      const look = () =>
        seen.push(
          selectors.map((selector) => document.querySelector(selector)?.textContent ?? '').join(' · '),
        )
      Object.assign(window, { turnsSeen: seen, turnsWatch: setInterval(look, step) })
    },
    { selectors, step: STEP_MS },
  )
  await page.clock.runFor(seconds * 1000)
  const seen = await page.evaluate(() => {
    const { turnsSeen, turnsWatch } = window as unknown as { turnsSeen: string[]; turnsWatch: number }
    clearInterval(turnsWatch)
    return turnsSeen
  })
  if (seen.length !== (seconds * 1000) / STEP_MS)
    throw new Error(`Looked ${seen.length} times in ${seconds} s`)
  const turns: { shown: string; ms: number }[] = []
  for (const shown of seen) {
    const turn = turns.at(-1)
    if (turn?.shown === shown) turn.ms += STEP_MS
    else turns.push({ shown, ms: STEP_MS })
  }
  return turns.slice(1, -1)
}
