import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * What axe finds on the page as it stands, each with its address and first element. Letters that are fading have no
 * contrast to measure, so what moves is asked to stand still, and what has begun is let end.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
    const ending = document.getAnimations().filter((animation) => !endless(animation))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  // Looking into frames of other sites takes two thirds of the time, and there are none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)
}
