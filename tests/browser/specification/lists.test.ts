import { describe, expect, test } from 'vitest'
import { openMovingPage } from '../../support/chromium.ts'
import { browser, page, site, visitSpecifiedSite } from '../../support/specified-site.ts'

/** Section 2 of the specification: Practice and the Resources page. Each test is named by the sentence it ticks off. */
visitSpecifiedSite({ viewport: { width: 1440, height: 900 } })

const main = () => page.locator('main')
const cards = () => main().getByRole('article')

describe('Practice', () => {
  test('The same social bar and modal as Home.', async () => {
    const fresh = await openMovingPage(browser, { isNew: true })
    await fresh.goto(`${site.origin}/practice`)
    const slides = fresh.getByRole('dialog')
    await slides.waitFor()
    await fresh.keyboard.press('Escape')
    await slides.waitFor({ state: 'hidden' })
    const bar = fresh.getByRole('navigation', { name: 'Our channels' })
    expect(await bar.getByRole('link').count()).toBe(7)
    await fresh.context().close()
  })

  test('View Paper opens the file in a new tab and adds 1 to views.', async () => {
    await page.goto(`${site.origin}/practice`)
    const card = cards().filter({ hasText: 'State maths' })
    await card.getByText(/ 0 views$/).waitFor()
    const opened = page.context().waitForEvent('page')
    const asked = page.context().waitForEvent('request', (one) => one.url().includes('/files/10th-state/'))
    await card.getByRole('link', { name: /^View Paper/ }).click()
    await Promise.all([opened, asked])
    await card.getByText(/ 1 view$/).waitFor()
  })
})

describe('Resources page', () => {
  test('A search box is available. Searching resets to page 1.', async () => {
    await page.goto(`${site.origin}/resources/cbse/12/?page=2`)
    const box = main().getByLabel('Search papers')
    await box.fill('maths')
    await box.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === 'maths' && !url.searchParams.has('page'))
    await page
      .getByRole('link', { name: 'Page 1', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor()
  })
})
