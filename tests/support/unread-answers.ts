import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare let unread: number

/** Before a page is opened whose clock the test moves, so that answers take none of its time. */
export async function countUnreadAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.fetch
    Object.assign(window, { unread: 0 })
    // The browser says that an answer is finished before the page has it.
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
  })
}

/** Until the page has every answer whole and has acted on it, without its clock: messages are no timers. */
export async function untilAnswersAreRead(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => unread), { interval: 5 }).toBe(0)
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    let left = 100
    return new Promise<void>((resolve) => {
      port1.onmessage = () => (left-- > 0 ? port2.postMessage(null) : resolve())
      port2.postMessage(null)
    })
  })
}
