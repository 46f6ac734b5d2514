import type { Page } from 'playwright-core'

/** The structured data in a page's head; schema.org has no types here. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export async function structuredData(page: Page): Promise<any[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}
