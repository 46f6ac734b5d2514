import { describe, expect, test } from 'vitest'
import { wakePage } from '../../support/chromium.ts'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { watchTurns } from '../../support/watch-turns.ts'

/** Section 2 of the specification: routes, header and footer. Each test is named by the sentence that it ticks off. */
visitSpecifiedSite()

const h1 = () => page.getByRole('heading', { level: 1 }).first()
const header = () => page.getByRole('banner')
const footer = () => page.getByRole('contentinfo')
const menu = () => page.getByRole('navigation', { name: 'Main' })

describe('Routes', () => {
  test('Home, About, Why Us, Plans, Free question papers, Contact, Administrator sign-in and a filtered list of papers open.', async () => {
    for (const [path, heading] of [
      ['/', 'One stop destination for'],
      ['/about', 'About'],
      ['/why-us', 'Why'],
      ['/pricing', 'Plans We Offer'],
      ['/practice', 'Free Practice'],
      ['/contact', 'Contact'],
      ['/login', ''],
      ['/resources/cbse/12/', 'CBSE 12 Practice Papers'],
    ] as const) {
      const answer = await page.goto(`${site.origin}${path}`)
      expect([path, answer?.status()]).toEqual([path, 200])
      expect(await h1().textContent()).toContain(heading)
      // Code that is on its way when a page is left would be an error of it.
      await wakePage(page)
    }
    expect(page.errors).toEqual([])
  })
})

describe('Shared header', () => {
  test('The header is sticky at the top.', async () => {
    await page.goto(`${site.origin}/practice`)
    await page.mouse.wheel(0, 1500)
    await page.waitForFunction(() => scrollY > 500)
    expect((await header().boundingBox())?.y).toBe(0)
  })

  test('Below a window width of 768 px the menu collapses into a toggle button that opens and closes it, and choosing a link closes it.', async () => {
    await page.goto(`${site.origin}/about`)
    const toggle = header().getByRole('button', { name: 'Menu' })
    const pricing = menu().getByRole('link', { name: 'Pricing' })
    await page.setViewportSize({ width: 768, height: 900 })
    expect([await toggle.isVisible(), await pricing.isVisible()]).toEqual([false, true])
    await page.setViewportSize({ width: 767, height: 900 })
    expect([await toggle.isVisible(), await pricing.isVisible()]).toEqual([true, false])
    await toggle.click()
    expect(await pricing.isVisible()).toBe(true)
    await toggle.click()
    expect(await pricing.isVisible()).toBe(false)
    await toggle.click()
    await pricing.click()
    await page.waitForURL('**/pricing')
    await pricing.waitFor({ state: 'hidden' })
  })
})

describe('Shared footer', () => {
  test("A rotating tagline 'One stop destination for' cycles through 'Exam Success', 'Test Excellence' and 'Academic Achievement'. It changes every 3 s, with a 0.5 s fade out and fade in.", async () => {
    await page.clock.install()
    await page.goto(`${site.origin}/about`)
    await page.waitForLoadState('networkidle')
    const tagline = footer().locator('p', { hasText: 'One stop destination for' })
    expect(await tagline.textContent()).toContain('Exam Success, Test Excellence and Academic Achievement')
    const turns = await watchTurns(page, ['footer .phrase[data-shown]'], 16)
    expect(turns.map(({ ms }) => ms)).toEqual([3_000, 3_000, 3_000, 3_000])
    const phrases = ['Exam Success', 'Test Excellence', 'Academic Achievement']
    const first = phrases.indexOf(turns[0]?.shown ?? '')
    expect(turns.map((turn) => turn.shown)).toEqual([0, 1, 2, 3].map((turn) => phrases[(first + turn) % 3]))
    const fades = await tagline
      .locator('.phrase')
      .evaluateAll((all) =>
        all.map(
          (one) => `${getComputedStyle(one).transitionProperty} ${getComputedStyle(one).transitionDuration}`,
        ),
      )
    for (const fade of fades) expect(fade).toMatch(/^opacity.* 0\.5s/)
  })

  test("A credit line reads 'Crafted by' followed by an animated wordmark of the web agency, which links to the agency's site.", async () => {
    await page.goto(`${site.origin}/practice`)
    const credit = footer().getByText('Crafted by')
    const wordmark = credit.getByRole('link', { name: 'Sample Studio' })
    expect(await wordmark.getAttribute('href')).toBe('https://studio.example')
    expect(await wordmark.evaluate((link) => link.getAnimations().length)).toBeGreaterThan(0)
  })
})
