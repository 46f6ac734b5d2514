import type { Page } from 'playwright-core'

const STEP_MS = 100

/**
 * What takes turns on a page, and how long each turn lasts in milliseconds (to 100), over some seconds of the page's
 * own clock; the first and last turn are left out, because they were not seen whole. The clock must be installed.
 */
export async function watchTurns(page: Page, read: () => Promise<string>, seconds: number) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 10_000)
  const turns: { shown: string; ms: number }[] = []
  for (let ms = 0; ms < seconds * 1000; ms += STEP_MS) {
    const shown = await read()
    const turn = turns.at(-1)
    if (turn?.shown === shown) turn.ms += STEP_MS
    else turns.push({ shown, ms: STEP_MS })
    await page.clock.runFor(STEP_MS)
  }
  return turns.slice(1, -1)
}
