import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Light on a phone and dark on a screen: the other two looks differ in nothing that these do not show. */
export const LOOKS = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1440 },
] as const

/** Half the bytes of what the builder itself would send to each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds on the page as it is, each with its address and first element. Letters that are fading have no
 * contrast to measure, so what moves is asked to stand still, and what has begun is let end.
 */
export async function axeFaults(page: Page, part?: string): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
    // What follows the scroll ends only where it is scrolled to.
    const running = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    const ending = running.filter((animation) => !endless(animation))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  const isThere = await page.evaluate(() => 'axe' in window)
  // Looking into frames of other sites takes two thirds of the time, and there are none. To describe each element that
  // passed takes half of the rest, and to bring axe to a page that has it twice over a fifth.
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'void 0' : AXE }).setLegacyMode(true)
  if (part) axe.include(part)
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)
}

/** In one part of a page; what is around it, `layout-visitors.test.ts` and `layout-admin.test.ts` look at on every page. */
export async function axeFaultsIn(page: Page, part = 'main'): Promise<string[]> {
  return await axeFaults(page, part)
}
