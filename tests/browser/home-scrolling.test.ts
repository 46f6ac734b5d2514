import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sayingsOf } from '#domain/centre/testimonial.ts'
import { site as centre } from '#site'
import { openBrowser } from '../support/chromium.ts'
import { openHome } from '../support/home-page.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

test('four panels as tall as the window, none cut off, each leading to the plans', async () => {
  const page = await openHome(browser, site)
  for (const [width, height] of [
    [1440, 900],
    [1280, 673],
    [768, 1024],
    [360, 740],
    [352, 673],
    [720, 450],
    [320, 370],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    const why = page.getByRole('region', { name: 'Why Choose Us' })
    expect(await why.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Expertise',
      'Quality',
      'Convenience',
      'Success-Oriented',
    ])
    const links = why.getByRole('link', { name: /^Learn more/ })
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      Array(4).fill('/pricing'),
    )
    const panels = await page.locator('.why-panel').evaluateAll((all) =>
      all.map((panel) => ({
        position: getComputedStyle(panel).position,
        height: panel.getBoundingClientRect().height,
        room: innerHeight - (document.querySelector('.site-header')?.getBoundingClientRect().height ?? 0),
      })),
    )
    for (const panel of panels) {
      expect(panel.height).toBeGreaterThanOrEqual(panel.room - 1)
      if (panel.position === 'sticky') expect(panel.height).toBeLessThanOrEqual(panel.room + 2)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})

test('a panel that lies under later ones comes up when the focus goes back to it', async () => {
  const page = await openHome(browser, site)
  const links = page.getByRole('region', { name: 'Why Choose Us' }).getByRole('link')
  await links.last().focus()
  for (let at = 2; at >= 0; at--) {
    await page.keyboard.press('Shift+Tab')
    const isOnTop = () =>
      links.nth(at).evaluate((link) => {
        const { x, y, width, height } = link.getBoundingClientRect()
        return (
          document.activeElement === link &&
          link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        )
      })
    await expect.poll(isOnTop, { message: String(at) }).toBe(true)
  }
})

test('the testimonials tell who said it and when, and a sample says that it is one', async () => {
  const page = await openHome(browser, site)
  const others = page.getByRole('region', { name: 'What Others Has to Say' })
  const expected = sayingsOf(centre.testimonials, new Date())
  expect(expected.length).toBe(6)
  for (const [at, saying] of expected.entries()) {
    const slip = others.getByRole('listitem').nth(at)
    expect(await slip.getByRole('blockquote').textContent()).toBe(saying.text)
    await slip.getByText(saying.name, { exact: true }).waitFor()
    const time = slip.locator('time')
    expect([await time.textContent(), await time.getAttribute('datetime')]).toEqual([saying.ago, saying.date])
    expect(await slip.getByText('SAMPLE', { exact: true }).count()).toBe(saying.sample ? 1 : 0)
  }
})

test('a testimonial comes in once, when a tenth of it is seen', async () => {
  const page = await openHome(browser, site)
  const slip = page.locator('.slip').first()
  await page.locator('.slip[data-reveal=waiting]').first().waitFor({ state: 'attached' })
  expect(await slip.getAttribute('data-reveal')).toBe('waiting')
  await slip.evaluate((element) => {
    const { top: at, height } = element.getBoundingClientRect()
    scrollBy(0, at - innerHeight + height * 0.05)
  })
  await frames(page)
  expect(await slip.getAttribute('data-reveal')).toBe('waiting')
  await page.evaluate(() => scrollBy(0, 60))
  await page.locator('.slip[data-reveal=shown]').first().waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await frames(page)
  expect(await slip.getAttribute('data-reveal')).toBe('shown')
})

test('the testimonials stand there without JavaScript, under reduced motion and on paper', async () => {
  for (const options of [{ javaScriptEnabled: false }, { reducedMotion: 'reduce' }, {}] as const) {
    const page = await openHome(browser, site, options)
    if (!('javaScriptEnabled' in options))
      await page.locator('.slip[data-reveal=waiting]').first().waitFor({ state: 'attached' })
    if (Object.keys(options).length === 0) await page.emulateMedia({ media: 'print' })
    const opacities = await page
      .locator('.slip')
      .evaluateAll((all) => all.map((slip) => getComputedStyle(slip).opacity))
    expect(opacities).toEqual(Array(6).fill('1'))
    await page.context().close()
  }
})

/** Two pictures of the screen later, whatever watches the scrolling has been told. */
async function frames(page: Page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
}
