import type { Page } from 'playwright-core'

declare global {
  interface Window {
    layoutShifts: string[]
  }
}

type Rect = { x: number; y: number; width: number; height: number }
type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[]
}

/** From now on what moves on this page is written down, each time with how much and which parts. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    window.layoutShifts = []
    const place = ({ x, y, width, height }: Rect) =>
      [x, y, width, height].map((one) => one.toFixed(1)).join(' ')
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? 'gone')
    const name = (node: Node | null) =>
      `${(node instanceof Element ? node : node?.parentElement)?.closest('dialog') ? 'dialog: ' : ''}${nameOf(node)}`
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Shift[])
        window.layoutShifts.push(
          `${value} after ${Math.round(startTime)} ms: ${sources
            .map(
              ({ node, previousRect, currentRect }) =>
                `${name(node).slice(0, 60)} (${place(previousRect)} → ${place(currentRect)})`,
            )
            .join(', ')}`,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved so far, what the last frames showed included. */
export async function shiftsOf(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++)
      await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
    return window.layoutShifts
  })
}
