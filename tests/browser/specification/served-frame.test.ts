import { describe, expect, test } from 'vitest'
import { page, site, visitServedSite } from '../../support/specified-site.ts'

/** What the site's HTML says by itself of section 2 of the specification: routes, header, footer, Pricing and Contact. Each test is named by the sentence it ticks off. */
visitServedSite({ viewport: { width: 1440, height: 900 } })

const main = () => page.locator('main')
const h1 = () => page.getByRole('heading', { level: 1 }).first()
const header = () => page.getByRole('banner')
const footer = () => page.getByRole('contentinfo')
const menu = () => page.getByRole('navigation', { name: 'Main' })
const plan = (category: string, tier: string) =>
  main()
    .getByRole('region', { name: category })
    .getByRole('article')
    .filter({ hasText: new RegExp(`^\\W*${tier}`) })

describe('Routes', () => {
  test('type and grade are route parameters. A subject parameter is also read but is not part of the path.', async () => {
    await page.goto(`${site.origin}/resources/cbse/12/?subject=Physics`)
    expect(await page.getByRole('article').count()).toBe(1)
    await page.goto(`${site.origin}/resources/jee/previous-years/`)
    expect(await page.getByRole('article').count()).toBe(1)
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
})

describe('Shared footer', () => {
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
})

describe('Pricing', () => {
  test("Heading 'Plans We Offer'.", async () => {
    await page.goto(`${site.origin}/pricing`)
    expect(await main().getByRole('heading', { level: 1 }).textContent()).toBe('Plans We Offer')
  })

  test('Plans are grouped under the categories 10th and 12th, JEE, and NEET. Each has three tiers: MONTHLY, HALF YEARLY, ANNUAL.', async () => {
    await page.goto(`${site.origin}/pricing`)
    for (const category of ['10th and 12th', 'JEE', 'NEET']) {
      for (const tier of ['MONTHLY', 'HALF YEARLY', 'ANNUAL']) {
        expect(await plan(category, tier).count(), `${category} ${tier}`).toBe(1)
      }
    }
  })

  test('Each card shows the rupee price with the word Only, a description and 3 features.', async () => {
    await page.goto(`${site.origin}/pricing`)
    const half = plan('JEE', 'HALF YEARLY')
    const text = (await half.textContent()) ?? ''
    expect(text).toMatch(/₹\s?2,199\s*Only/)
    const features = await half.getByRole('listitem').allTextContents()
    expect(features.length).toBe(3)
    for (const [at, feature] of ['200+ papers', 'Study Materials', 'Chat support'].entries()) {
      expect(features[at]).toContain(feature)
    }
    expect(await half.getByRole('paragraph').count()).toBeGreaterThan(0)
    expect(text).toContain('6 months')
  })

  test('A Choose plan button goes to an external messaging link.', async () => {
    await page.goto(`${site.origin}/pricing`)
    const choose = main().getByRole('link', { name: /^Choose plan/ })
    expect(await choose.count()).toBe(9)
    for (const link of await choose.all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
    }
  })
})

describe('Contact', () => {
  test('Intro text. A mobile-phone mockup with a Call Now telephone link.', async () => {
    await page.goto(`${site.origin}/contact`)
    expect(await main().getByRole('paragraph').first().textContent()).toMatch(/\w{3,}/)
    expect(
      await main()
        .getByRole('link', { name: /^Call Now/ })
        .getAttribute('href'),
    ).toMatch(/^tel:\+91\d+$/)
  })

  test('Cards for email, a postal address in Chennai, and phone.', async () => {
    await page.goto(`${site.origin}/contact`)
    expect(await main().locator('a[href="mailto:hello@centre.example"]').count()).toBeGreaterThan(0)
    expect(await main().locator('address').first().textContent()).toContain('Chennai')
    expect(await main().locator('a[href^="tel:"]').count()).toBeGreaterThan(1)
  })
})
