import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openMovingPage } from '../../support/chromium.ts'
import { cameToLife } from '../../support/home-page.ts'
import { browser, NEWEST, page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { watchTurns } from '../../support/watch-turns.ts'

/** Section 2 of the specification: the navigation strip and Home. Each test is named by the sentence it ticks off. */
visitSpecifiedSite({ viewport: { width: 1440, height: 900 } })

const main = () => page.locator('main')
const section = (name: string | RegExp) => main().getByRole('region', { name })
const strip = () => page.getByRole('navigation', { name: 'Exams and classes' })
const tab = (board: string) => strip().locator('summary', { hasText: board })

async function openHome() {
  await Promise.all([cameToLife(page), page.goto(`${site.origin}/`)])
}

async function hrefsOf(links: ReturnType<Page['locator']>) {
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

describe('Navigation strip (on the home page)', () => {
  for (const [board, type] of [
    ['CBSE', 'cbse'],
    ['STATE', 'state'],
  ] as const) {
    test(`Dropdown menus for CBSE and STATE open on hover or click: ${board}`, async () => {
      await openHome()
      const trigger = tab(board)
      const grades = strip().locator(`a[href^="/resources/${type}/"]`).filter({ visible: true })
      await trigger.hover()
      await grades.first().waitFor()
      await page.mouse.move(700, 850)
      await grades.first().waitFor({ state: 'hidden' })
      const touch = await openMovingPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true })
      await Promise.all([cameToLife(touch), touch.goto(`${site.origin}/`)])
      await touch.locator('summary', { hasText: board }).tap()
      await touch.locator(`a[href^="/resources/${type}/12"]`).filter({ visible: true }).first().waitFor()
      await touch.context().close()
    })
  }
})

describe('Home', () => {
  test('A dismissible modal slideshow of 3 images rotating every 3 s.', async () => {
    const fresh = await openMovingPage(browser, { isNew: true })
    await fresh.clock.install()
    await fresh.goto(`${site.origin}/`)
    const slides = fresh.getByRole('dialog')
    await slides.waitFor()
    expect(await slides.locator('svg, img').filter({ visible: true }).count()).toBeGreaterThan(0)
    const turns = await watchTurns(fresh, ['dialog [data-shown]'], 16)
    expect(turns.map(({ ms }) => ms)).toEqual([3_000, 3_000, 3_000, 3_000])
    expect(new Set(turns.map((turn) => turn.shown)).size).toBe(3)
    expect(turns[3]?.shown).toBe(turns[0]?.shown)
    await fresh.context().close()
  })

  test('It opens on load and closes on a backdrop click or the X.', async () => {
    const fresh = await openMovingPage(browser, { isNew: true })
    await fresh.goto(`${site.origin}/`)
    const slides = fresh.getByRole('dialog')
    await slides.waitFor()
    await slides.getByRole('button', { name: /close/i }).click()
    await slides.waitFor({ state: 'hidden' })
    await fresh.reload()
    await slides.waitFor()
    // Before the first paint the browser drops what is pressed.
    await fresh.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await fresh.mouse.click(5, 5)
    await slides.waitFor({ state: 'hidden' })
    await fresh.context().close()
  })

  test('A hero with rotating phrases Exam Success / Test Excellence / Academic Achievement every 3 s.', async () => {
    await page.clock.install()
    await openHome()
    const turns = await watchTurns(page, ['main h1 .phrase[data-shown]'], 13)
    expect(turns.map(({ ms }) => ms)).toEqual([3_000, 3_000, 3_000])
    expect(turns.map((turn) => turn.shown).sort()).toEqual([
      'Academic Achievement',
      'Exam Success',
      'Test Excellence',
    ])
  })

  test('An auto-scrolling Latest Papers carousel of the 5 newest papers.', async () => {
    await openHome()
    const carousel = section('Latest Papers')
    expect(await carousel.getByRole('article').count()).toBe(5)
    expect(await carousel.getByRole('article').first().textContent()).toContain(NEWEST)
    const card = carousel.getByRole('article').first()
    const start = (await card.boundingBox())?.x
    await expect.poll(async () => (await card.boundingBox())?.x).not.toBe(start)
  })

  test('Why Choose Us section: four full-screen scroll-animated panels (Expertise, Quality, Convenience, Success-Oriented). Each has a Learn more button to /pricing.', async () => {
    await openHome()
    const why = section('Why Choose Us')
    for (const name of ['Expertise', 'Quality', 'Convenience', 'Success-Oriented']) {
      const panel = why
        .locator('article, li, section')
        .filter({ has: page.getByRole('heading', { name }) })
        .last()
      const height = (await panel.boundingBox())?.height ?? 0
      const room = 900 - ((await page.getByRole('banner').boundingBox())?.height ?? 0)
      expect(height, name).toBeGreaterThanOrEqual(room - 1)
      expect(await hrefsOf(panel.getByRole('link', { name: /^Learn more/ }))).toEqual(['/pricing'])
    }
    const byScroll = await why.evaluate((whole) =>
      whole
        .getAnimations({ subtree: true })
        .some((animation) => animation.timeline?.constructor.name === 'ViewTimeline'),
    )
    expect(byScroll).toBe(true)
  })

  test('A What Others Has to Say section with six testimonial cards. They animate in once, when at least 10 percent is visible.', async () => {
    await openHome()
    const others = section('What Others Has to Say')
    expect(await others.locator('blockquote').count()).toBe(6)
    expect(await others.locator('time').last().textContent()).toBe('6 years ago')
    const isIn = () =>
      others
        .locator('blockquote')
        .first()
        .evaluate((slip) => {
          for (let at: Element | null = slip; at; at = at.parentElement)
            if (getComputedStyle(at).opacity !== '1') return false
          return true
        })
    await expect.poll(isIn).toBe(false)
    await others.scrollIntoViewIfNeeded()
    await expect.poll(isIn).toBe(true)
  })
})
