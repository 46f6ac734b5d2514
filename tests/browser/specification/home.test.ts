import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cameToLife } from '../../support/home-page.ts'
import { NEWEST, page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { watchTurns } from '../../support/watch-turns.ts'

/** Section 2 of the specification: Home. Each test is named by the sentence it ticks off. */
visitSpecifiedSite({ viewport: { width: 1440, height: 900 } })

const main = () => page.locator('main')
const section = (name: string | RegExp) => main().getByRole('region', { name })

async function openHome() {
  await Promise.all([cameToLife(page), page.goto(`${site.origin}/`)])
}

async function hrefsOf(links: ReturnType<Page['locator']>) {
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

describe('Home', () => {
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
