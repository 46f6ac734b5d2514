import { describe, expect, test } from 'vitest'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { watchTurns } from '../../support/watch-turns.ts'

/** Section 2 of the specification: routes, header and footer. Each test is named by the sentence that it ticks off. */
visitSpecifiedSite()

const h1 = () => page.getByRole('heading', { level: 1 }).first()
const header = () => page.getByRole('banner')
const footer = () => page.getByRole('contentinfo')
const menu = () => page.getByRole('navigation', { name: 'Main' })

describe('Routes', () => {
  test.each([
    ['/', 'Home', 'One stop destination for'],
    ['/about', 'About', 'About'],
    ['/why-us', 'Why Us', 'Why'],
    ['/pricing', 'Plans', 'Plans We Offer'],
    ['/practice', 'Free question papers', 'Free Practice'],
    ['/contact', 'Contact', 'Contact'],
    ['/login', 'Administrator sign-in', ''],
    ['/resources/cbse/12/', 'Filtered paper list', 'CBSE 12 Practice Papers'],
  ])('%s: %s', async (path, _purpose, heading) => {
    const answer = await page.goto(`${site.origin}${path}`)
    expect(answer?.status()).toBe(200)
    expect(await h1().textContent()).toContain(heading)
    expect(page.errors).toEqual([])
  })

  test('type and grade are route parameters. A subject parameter is also read but is not part of the path.', async () => {
    await page.goto(`${site.origin}/resources/cbse/12/?subject=Physics`)
    expect(await page.getByRole('article').count()).toBe(1)
    await page.goto(`${site.origin}/resources/jee/previous-years/`)
    expect(await page.getByRole('article').count()).toBe(1)
  })

  test('/admin: Protected: redirects to /login when no stored access token exists.', async () => {
    await page.goto(`${site.origin}/admin`)
    await page.waitForURL('**/login')
  })

  test("An unmatched or failing route shows a generic heading 'Unexpected Application Error!' with the error status and text or message", async () => {
    for (const path of ['/no/such/page', '/resources/gate/12/', '/papers/nothing']) {
      const answer = await page.goto(`${site.origin}${path}`)
      expect(answer?.status()).toBe(404)
      expect(await h1().textContent()).toBe('Unexpected Application Error!')
      expect(await page.locator('main').textContent()).toMatch(/404 [“A-Z]/)
    }
  })
})

describe('Shared header', () => {
  test('The header is sticky at the top.', async () => {
    await page.goto(`${site.origin}/practice`)
    await page.mouse.wheel(0, 1500)
    await page.waitForFunction(() => scrollY > 500)
    expect((await header().boundingBox())?.y).toBe(0)
  })

  test('Its links, in order, are: Home (/), About (/about), Why Us (/why-us), Pricing (/pricing), Free Question paper (/practice), Contact Us (/contact).', async () => {
    await page.goto(`${site.origin}/about`)
    const links = await menu()
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => `${link.textContent} (${link.getAttribute('href')})`))
    expect(links).toEqual([
      'Home (/)',
      'About (/about)',
      'Why Us (/why-us)',
      'Pricing (/pricing)',
      'Free Question paper (/practice)',
      'Contact Us (/contact)',
    ])
  })

  test('The active link is highlighted.', async () => {
    for (const [path, name] of [
      ['/', 'Home'],
      ['/why-us', 'Why Us'],
      ['/contact', 'Contact Us'],
    ]) {
      await page.goto(`${site.origin}${path}`)
      const current = menu().locator('[aria-current=page]')
      expect(await current.allTextContents()).toEqual([name])
      const drawn = await current.locator('span').evaluate((span) => getComputedStyle(span).backgroundImage)
      expect(drawn).toContain('gradient')
    }
  })

  test('A logo image sends the visitor to the site root.', async () => {
    await page.goto(`${site.origin}/about`)
    const logo = header().getByRole('link', { name: 'Thervu, home' })
    expect(await logo.locator('svg').isVisible()).toBe(true)
    await logo.click()
    await page.waitForURL(`${site.origin}/`)
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
    const shown = tagline.locator('.phrase[data-shown]')
    const turns = await watchTurns(page, async () => (await shown.textContent()) ?? '', 16)
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

  test("A banner above the footer reads 'Learning begins when the mind is open'.", async () => {
    await page.goto(`${site.origin}/contact`)
    const banner = footer().getByText('Learning begins when the mind is open', { exact: true })
    const heading = footer().getByRole('heading', { name: 'Connect with US :' })
    expect((await banner.boundingBox())?.y).toBeLessThan((await heading.boundingBox())?.y ?? 0)
  })

  test("The footer heading is 'Connect with US :'.", async () => {
    await page.goto(`${site.origin}/why-us`)
    expect(await footer().getByRole('heading').allTextContents()).toEqual(['Connect with US :'])
  })

  test("It lists outbound links to the provider's channels: a Facebook page, Instagram, X, the provider's website, YouTube, WhatsApp, Telegram and LinkedIn. Some are hidden on small screens.", async () => {
    await page.goto(`${site.origin}/pricing`)
    const links = footer().getByRole('listitem').getByRole('link')
    const names = ['Facebook', 'Instagram', 'X', 'Website', 'YouTube', 'WhatsApp', 'Telegram', 'LinkedIn']
    expect(await links.allTextContents()).toEqual(names)
    for (const link of await links.all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    }
    await page.setViewportSize({ width: 360, height: 740 })
    const shown = await links.filter({ visible: true }).count()
    expect(shown).toBeGreaterThan(2)
    expect(shown).toBeLessThan(names.length)
  })

  test("A credit line reads 'Crafted by' followed by an animated wordmark of the web agency, which links to the agency's site.", async () => {
    await page.goto(`${site.origin}/practice`)
    const credit = footer().getByText('Crafted by')
    const wordmark = credit.getByRole('link', { name: 'Sample Studio' })
    expect(await wordmark.getAttribute('href')).toBe('https://studio.example')
    expect(await wordmark.evaluate((link) => link.getAnimations().length)).toBeGreaterThan(0)
  })
})
