import { expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { openSite } from '../support/site.ts'

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
    await page.addInitScript(countUnread)
    await openDesk(page, site.origin)
    await expect.poll(() => times.length).toBe(1)
    // The page's clock goes on when every answer has arrived whole: they take none of its time.
    let told = 0
    const runUntil = async (calls: number) => {
      while (times.length < calls) {
        await expect.poll(() => page.evaluate(() => unread), { interval: 5 }).toBe(0)
        if (told < times.length) await page.evaluate(taskTurns)
        told = times.length
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

declare let unread: number

/** Counts answers that the page has asked for and not got whole; the browser says that one is finished before that. */
function countUnread() {
  const ask = window.fetch
  Object.assign(window, { unread: 0 })
  window.fetch = async (...asked) => {
    unread += 1
    try {
      const answer = await ask(...asked)
      const { status, statusText, headers } = answer
      const body = await answer.blob()
      return new Response(body.size > 0 ? body : null, { status, statusText, headers })
    } finally {
      unread -= 1
    }
  }
}

/** Lets the page take in an answer, without its clock: messages are no timers. */
function taskTurns() {
  const { port1, port2 } = new MessageChannel()
  let left = 100
  return new Promise<void>((resolve) => {
    port1.onmessage = () => (left-- > 0 ? port2.postMessage(null) : resolve())
    port2.postMessage(null)
  })
}
