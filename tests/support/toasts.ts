import type { Page } from 'playwright-core'

/**
 * Notes when toasts come and when each begins to leave, by the page's own clock. Call it before the page is opened; it
 * gives back how to read the milliseconds that each stood, in the order in which they left.
 */
export async function timeToasts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const came = new Map<Element, number>()
    const stood: number[] = []
    Object.assign(window, { toastsStood: stood })
    const look = () => {
      for (const toast of document.querySelectorAll('.toast')) {
        if (!came.has(toast)) came.set(toast, performance.now())
        if (!toast.hasAttribute('data-ending-style')) continue
        const at = came.get(toast) ?? 0
        if (at > 0) stood.push(performance.now() - at)
        came.set(toast, 0)
      }
    }
    new MutationObserver(look).observe(document, {
      ...{ subtree: true, childList: true, attributes: true, attributeFilter: ['data-ending-style'] },
    })
  })
  return () => page.evaluate(() => (window as unknown as { toastsStood: number[] }).toastsStood)
}
