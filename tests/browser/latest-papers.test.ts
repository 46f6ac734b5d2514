import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shortTitle } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { openBrowser } from '../support/chromium.ts'
import { openLatest, publishSix, wakeLatest } from '../support/home-page.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let papers: Paper[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  papers = await publishSix(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

test('the five newest papers stand as slides, newest first, each with all that is known of it', async () => {
  const page = await openLatest(browser, site)
  const carousel = page.getByRole('region', { name: 'Latest Papers' })
  expect(await carousel.getAttribute('aria-roledescription')).toBe('carousel')
  await carousel.getByText('[5 newest]').waitFor()
  const slides = carousel.getByRole('group')
  expect(await slides.count()).toBe(5)
  expect(await slides.first().getAttribute('aria-label')).toBe('1 of 5')
  expect(await page.getByText('The sixth newest').count()).toBe(0)
  for (const [at, paper] of papers.slice(0, 5).entries()) {
    const slide = page.getByRole('group', { name: `${at + 1} of 5`, exact: true })
    await slide.getByText(`${paper.month} ${paper.year}`).waitFor()
    const subject = paper.subject === 'all' ? 'JEE' : paper.subject
    expect(await slide.locator('.badge').textContent()).toBe(subject)
    expect(await slide.locator('.thumbnail').count()).toBe(1)
    const title = slide.getByRole('link', { name: shortTitle(paper.title), exact: true })
    expect(await title.getAttribute('href')).toBe(paperPath(paper))
    const view = slide.getByRole('link', { name: `View Paper: ${paper.title}` })
    expect([await view.getAttribute('href'), await view.getAttribute('target')]).toEqual([
      paper.link,
      '_blank',
    ])
    const reference = slide.getByRole('link', { name: 'Reference link' })
    expect(await reference.count()).toBe(paper.referenceLink ? 1 : 0)
    expect(await slide.getByText('ANSWERS', { exact: true }).count()).toBe(paper.referenceLink ? 1 : 0)
    expect(await slide.getByText('NEW', { exact: true }).count()).toBe(1)
    if (paper.referenceLink) expect(await reference.getAttribute('href')).toBe(paper.referenceLink)
  }
})

test('what is new is stamped on the edge of its card, whole, and not larger than the answers are on a phone', async () => {
  const page = await openLatest(browser, site)
  for (const [width, tallest] of [
    [360, 26],
    [1440, 31],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    const [row, stamp, card] = await page.evaluate(() =>
      ['.latest-row', '.stamp-new', '.latest-card'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect().toJSON(),
      ),
    )
    // The row clips what reaches above it.
    expect(stamp.top, `${width}`).toBeGreaterThanOrEqual(row.top + 1)
    expect(stamp.top, `${width}`).toBeLessThan(card.top)
    expect(stamp.height, `${width}`).toBeLessThanOrEqual(tallest)
  }
})

test('View Paper opens the file and counts the view; the title leads to the paper’s page', async () => {
  const page = await openLatest(browser, site)
  const slide = page.getByRole('group', { name: '1 of 5', exact: true })
  const opened = page.context().waitForEvent('page')
  // By key: a strip that moves on under the pointer of a busy machine is no matter of this test.
  await Promise.all([opened, slide.getByRole('link', { name: /^View Paper/ }).press('Enter')])
  await slide.getByText('1 view', { exact: true }).waitFor()
  await slide.getByRole('link', { name: 'The newest', exact: true }).press('Enter')
  await page.waitForURL(`**${paperPath(papers[0] as Paper)}`)
})

test('a card is at least 450 pixels wide where the screen allows, and fits where it does not', async () => {
  const page = await openLatest(browser, site)
  for (const [width, least, most] of [
    [1440, 450, 520],
    [768, 450, 520],
    [360, 290, 330],
    [320, 250, 290],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await wakeLatest(page)
    const cards = await page
      .locator('.latest-card')
      .evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().width)))
    for (const card of cards) {
      expect(card, String(width)).toBeGreaterThanOrEqual(least)
      expect(card, String(width)).toBeLessThanOrEqual(most)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})

test('under reduced motion, and without JavaScript, it is a row that the reader scrolls', async () => {
  for (const options of [{ reducedMotion: 'reduce' }, { javaScriptEnabled: false }] as const) {
    const page = await openLatest(browser, site, options)
    const row = page.locator('.latest-row')
    expect(await row.evaluate((element) => getComputedStyle(element).overflowX)).toBe('auto')
    const last = page.getByRole('group', { name: '5 of 5', exact: true }).getByRole('link').first()
    await last.focus()
    await page.waitForFunction(() => (document.querySelector('.latest-row')?.scrollLeft ?? 0) > 400)
    expect(
      await page
        .getByRole('region', { name: 'Latest Papers' })
        .getByRole('button', { name: /moving parts/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    const next = page.getByRole('button', { name: 'Next paper' })
    if ('javaScriptEnabled' in options) expect(await next.filter({ visible: true }).count()).toBe(0)
    else {
      await page
        .locator('.latest-row')
        .evaluate((scrolled) => scrolled.scrollTo({ left: 0, behavior: 'instant' }))
      await next.click()
      await page.waitForFunction(() => (document.querySelector('.latest-row')?.scrollLeft ?? 0) > 400)
    }
    await page.context().close()
  }
})
