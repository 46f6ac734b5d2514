import { expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { openSite } from '../support/site.ts'
import { countUnreadAnswers, untilAnswersAreRead } from '../support/unread-answers.ts'

test('what the desk asks for in the background waits 10, 20, 40, 64 and 64 s after failures, and 10 s again', async () => {
  const site = await openSite()
  const browser = await openBrowser()
  try {
    const page = await openPage(browser)
    await page.clock.install()
    const times: number[] = []
    let answers = false
    await page.route('**/api/admin/drawing-jobs', async (route) => {
      times.push(await page.evaluate(() => Date.now()))
      if (times.length === 1 || answers) return await route.fulfill({ json: { waiting: 1, failed: [] } })
      await route.fulfill({ status: 503, json: { code: 'overloaded', detail: 'Busy.' } })
    })
    await countUnreadAnswers(page)
    await openDesk(page, site.origin)
    await expect.poll(() => times.length).toBe(1)
    // The page's clock goes on when every answer has arrived whole: they take none of its time.
    const runUntil = async (calls: number) => {
      while (times.length < calls) {
        await untilAnswersAreRead(page)
        await page.clock.runFor(1_000)
      }
    }
    await runUntil(6)
    answers = true
    await runUntil(8)
    const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000)
    // A second at a time, and what the page takes to hear of an answer.
    for (const [index, seconds] of [10, 20, 40, 64, 64, 64, 10].entries()) {
      expect(waits[index], `wait ${index}`).toBeGreaterThanOrEqual(seconds)
      expect(waits[index], `wait ${index}`).toBeLessThan(seconds * 1.5)
    }
  } finally {
    await browser.close()
    await site.end()
  }
}, 60_000)
