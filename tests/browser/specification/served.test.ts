import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEWEST, page, site, visitServedSite } from '../../support/specified-site.ts'

/**
 * What the site's HTML says by itself of sections 2 and 9 of the specification. Each test opens the pages of one part, and
 * ticks off the sentences that stand above its lines.
 */
visitServedSite({ viewport: { width: 1440, height: 900 } })

const main = () => page.locator('main')
const h1 = () => page.getByRole('heading', { level: 1 }).first()
const header = () => page.getByRole('banner')
const footer = () => page.getByRole('contentinfo')
const menu = () => page.getByRole('navigation', { name: 'Main' })
const section = (name: string | RegExp) => main().getByRole('region', { name })
const strip = () => page.getByRole('navigation', { name: 'Exams and classes' })
const channels = () => page.getByRole('navigation', { name: 'Our channels' }).getByRole('link')
const cards = () => main().getByRole('article')
const plan = (category: string, tier: string) =>
  section(category)
    .getByRole('article')
    .filter({ hasText: new RegExp(`^\\W*${tier}`) })
const go = (path: string) => page.goto(site.origin + path)

async function hrefsOf(links: ReturnType<Page['locator']>) {
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

test('Routes', async () => {
  // Type and grade are route parameters. A subject parameter is also read but is not part of the path.
  for (const path of ['/resources/cbse/12/?subject=Physics', '/resources/jee/previous-years/']) {
    await go(path)
    expect(await cards().count(), path).toBe(1)
  }
  // An unmatched or failing route shows a generic heading with the error status and text or message.
  for (const path of ['/no/such/page', '/resources/gate/12/', '/papers/nothing']) {
    const answer = await go(path)
    expect(answer?.status()).toBe(404)
    expect(await h1().textContent()).toBe('Unexpected Application Error!')
    expect(await main().textContent()).toMatch(/404 [“A-Z]/)
  }
})

test('Shared header: its links in order, the active one highlighted, and the logo that leads to the site root', async () => {
  for (const [path, name] of [
    ['/', 'Home'],
    ['/why-us', 'Why Us'],
    ['/contact', 'Contact Us'],
  ] as const) {
    await go(path)
    const current = menu().locator('[aria-current=page]')
    expect(await current.allTextContents()).toEqual([name])
    const drawn = await current.locator('span').evaluate((span) => getComputedStyle(span).backgroundImage)
    expect(drawn).toContain('gradient')
  }
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
  const logo = header().getByRole('link', { name: 'Thervu, home' })
  expect(await logo.locator('svg').isVisible()).toBe(true)
  await logo.click()
  await page.waitForURL(`${site.origin}/`)
})

test('Shared footer: the banner above it, its heading, and the outbound links, some of them hidden on small screens', async () => {
  await go('/contact')
  const banner = footer().getByText('Learning begins when the mind is open', { exact: true })
  const heading = footer().getByRole('heading', { name: 'Connect with US :' })
  expect((await banner.boundingBox())?.y).toBeLessThan((await heading.boundingBox())?.y ?? 0)
  expect(await footer().getByRole('heading').allTextContents()).toEqual(['Connect with US :'])
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

test('Navigation strip: grades 12 to 8 of CBSE and STATE, View more to /practice, and the exams', async () => {
  for (const [board, type] of [
    ['CBSE', 'cbse'],
    ['STATE', 'state'],
  ] as const) {
    const open = async () => {
      await go('/')
      await strip().locator('summary', { hasText: board }).click()
    }
    await open()
    const grades = strip().locator(`a[href^="/resources/${type}/"]`).filter({ visible: true })
    await grades.first().waitFor()
    expect((await hrefsOf(grades)).map((href) => href?.replace(/\/$/, ''))).toEqual(
      [12, 11, 10, 9, 8].map((grade) => `/resources/${type}/${grade}`),
    )
    await grades.first().click()
    await page.getByRole('heading', { name: new RegExp(`^${type.toUpperCase()} 12`) }).waitFor()
    await open()
    await strip().getByRole('link', { name: 'View more' }).filter({ visible: true }).click()
    await page.waitForURL('**/practice')
  }
  await go('/')
  for (const exam of ['TNPSC', 'NEET', 'JEE']) {
    const link = strip().getByRole('link', { name: exam, exact: true })
    expect(await link.getAttribute('href')).toMatch(
      new RegExp(`^/resources/${exam.toLowerCase()}/previous-years/?$`),
    )
  }
})

test('Home: the social bar, the latest papers, what is about the centre, and its offer', async () => {
  await go('/')
  // A social-link bar with 7 external links.
  expect(await channels().count()).toBe(7)
  for (const href of await hrefsOf(channels())) expect(href).toMatch(/^https:\/\//)

  // Each card shows a thumbnail or a placeholder, a subject badge, month and year, the title, a Reference link if
  // present, and a View Paper link.
  const latest = section('Latest Papers').getByRole('article')
  const newest = latest.filter({ hasText: NEWEST })
  expect(await newest.locator('.thumbnail').isVisible()).toBe(true)
  expect(await newest.locator('.badge').textContent()).toBe('Mathematics')
  expect(await newest.textContent()).toContain('June 2025')
  const reference = newest.getByRole('link', { name: /^Reference link/ })
  expect(await reference.getAttribute('href')).toBe('https://answers.example/model')
  expect(await newest.getByRole('link', { name: /^View Paper/ }).getAttribute('href')).toMatch(/^\/files\//)
  const without = latest.filter({ hasText: 'Physics test' })
  expect(await without.getByRole('link', { name: /^Reference link/ }).count()).toBe(0)
  // Papers sort by newest month and year.
  const dates = await latest.evaluateAll((all) =>
    all.map((card) => /(June|May|April|March) \d{4}/.exec(card.textContent ?? '')?.[0]),
  )
  expect(dates).toEqual(['June 2025', 'May 2025', 'April 2025', 'March 2025', 'March 2013'])

  // Offer section: an Explore More button to /pricing, and four category cards, each with a Know More button to /pricing.
  const offer = section(/offer/i)
  expect(await hrefsOf(offer.getByRole('link', { name: /^Explore More/ }))).toEqual(['/pricing'])
  const know = offer.getByRole('link', { name: /^Know More/ })
  expect(await hrefsOf(know)).toEqual(Array(4).fill('/pricing'))
  const offered = (await offer.textContent())?.toLowerCase() ?? ''
  for (const card of ['class 6-12 cbse', 'class 6-12 state board', 'jee / neet', 'tnpsc'])
    expect(offered.replaceAll('–', '-')).toContain(card)

  // Claimed figures: over 15000 users and over 25 years.
  const said = (await main().textContent())?.toLowerCase() ?? ''
  for (const figure of ['over 15000', 'over 25 years']) expect(said).toContain(figure)

  // About-us section: a heading, a vertical list of social and contact links, an image, the trust headline, a mission
  // paragraph, and three bullets. A Learn More button goes to /pricing.
  const about = section(/about/i)
  expect(await about.textContent()).toContain('over 15000')
  for (const bullet of ['High-quality question papers', 'Study materials', 'Competitive exam support'])
    expect(await about.getByRole('listitem').filter({ hasText: bullet }).count()).toBe(1)
  expect(await about.locator('a[href^="https://"]').count()).toBeGreaterThan(3)
  expect(await about.locator('a[href^="tel:"], a[href^="mailto:"]').count()).toBeGreaterThan(0)
  expect(await about.locator('svg, img').first().isVisible()).toBe(true)
  await about.getByRole('link', { name: 'Learn More' }).click()
  await page.waitForURL('**/pricing')
})

test('Practice: heading, search box and social bar, and papers by grade and subject in 3 columns', async () => {
  await go('/practice')
  await page.getByRole('heading', { name: 'Free Practice', level: 1 }).waitFor()
  expect(await main().getByPlaceholder('Search papers...', { exact: true }).isVisible()).toBe(true)
  expect(await channels().count()).toBe(7)

  // Papers are grouped by grade (the heading is grade plus type, uppercased), then by subject (the subject heading is
  // hidden when the subject is all).
  expect(await main().getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    '12 CBSE',
    '10 STATE',
    'PREVIOUS YEARS JEE',
  ])
  const subjects = await main().locator('h3[data-subject]').allTextContents()
  expect(subjects.map((text) => text.replace(/ \[\d.*/, ''))).toEqual([
    'Mathematics',
    'Physics',
    'Mathematics',
  ])
  const lefts = await section('12 CBSE Mathematics')
    .getByRole('article')
    .evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)))
  expect(new Set(lefts).size).toBe(3)

  // Each card shows the subject, month and year, the title, a Free Answer link if a reference link exists, a view count,
  // and a View Paper link.
  const newest = cards().filter({ hasText: NEWEST })
  const text = (await newest.textContent()) ?? ''
  for (const part of ['Mathematics', 'June 2025', NEWEST]) expect(text).toContain(part)
  expect(text).toMatch(/\d+ views?/)
  const answer = newest.getByRole('link', { name: /^Free Answer/ })
  expect(await answer.getAttribute('href')).toBe('https://answers.example/model')
  const without = cards().filter({ hasText: 'Physics test' })
  expect(await without.getByRole('link', { name: /^Free Answer/ }).count()).toBe(0)
  expect(await without.getByRole('link', { name: /^View Paper/ }).count()).toBe(1)
  // No status lifecycle for papers is shown.
  expect(await cards().first().textContent()).not.toMatch(/draft|published|archived|pending/i)
})

test('Resources page: its title, its filters, and its papers newest first, 12 per page', async () => {
  // The title is type, grade and subject plus 'Practice Papers'.
  await go('/resources/cbse/12/?subject=Physics')
  expect(await h1().textContent()).toBe('CBSE 12 Physics Practice Papers')
  // Papers are filtered by type and, unless grade is all, by grade.
  for (const [path, count] of [
    ['state/10', 1],
    ['state/all', 1],
    ['jee/all', 1],
    ['cbse/11', 0],
  ] as const) {
    await go(`/resources/${path}/`)
    expect(await cards().count(), path).toBe(count)
    // Numbered page buttons are shown only if there is more than 1 page.
    expect(await page.getByRole('navigation', { name: 'Pages' }).count(), path).toBe(0)
  }
  await go('/resources/cbse/12/')
  const texts = await cards().allTextContents()
  expect(texts.length).toBe(12)
  for (const [at, date] of ['June 2025', 'May 2025', 'March 2013'].entries())
    expect(texts[at]).toContain(date)
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  expect(await pages.allTextContents()).toEqual(['1', '2'])
  // Cards are like those on Practice.
  const newest = cards().filter({ hasText: NEWEST })
  for (const name of [/^View Paper/, /^Free Answer/])
    expect(await newest.getByRole('link', { name }).count()).toBe(1)
  expect(await newest.textContent()).toMatch(/\d+ views?/)
  expect(texts[0]).not.toMatch(/draft|published|archived|pending/i)
})

test('Pricing: three categories of three tiers, with price, description, 3 features and a way to choose', async () => {
  await go('/pricing')
  expect(await h1().textContent()).toBe('Plans We Offer')
  for (const category of ['10th and 12th', 'JEE', 'NEET'])
    for (const tier of ['MONTHLY', 'HALF YEARLY', 'ANNUAL'])
      expect(await plan(category, tier).count(), `${category} ${tier}`).toBe(1)

  // Each card shows the rupee price with the word Only, a description and 3 features.
  const half = plan('JEE', 'HALF YEARLY')
  const text = (await half.textContent()) ?? ''
  expect(text).toMatch(/₹\s?2,199\s*Only/)
  expect(text).toContain('6 months')
  const features = await half.getByRole('listitem').allTextContents()
  expect(features.length).toBe(3)
  for (const [at, feature] of ['200+ papers', 'Study Materials', 'Chat support'].entries())
    expect(features[at]).toContain(feature)
  expect(await half.getByRole('paragraph').count()).toBeGreaterThan(0)
  // Currency is rupees. The one price that is stored, for six months, and what that comes to; others are not shown.
  const prices = (await main().textContent())?.match(/₹\s?[\d,]+/g) ?? []
  expect([...new Set(prices.map((price) => price.replace(/\s/, '')))]).toEqual(['₹367', '₹2,199'])
  // A Choose plan button goes to an external messaging link.
  const choose = await hrefsOf(main().getByRole('link', { name: /^Choose plan/ }))
  expect(choose).toHaveLength(9)
  for (const href of choose) expect(href).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
})

test('Contact: intro text, a Call Now telephone link, and cards for email, a postal address in Chennai, and phone', async () => {
  await go('/contact')
  expect(await main().getByRole('paragraph').first().textContent()).toMatch(/\w{3,}/)
  const call = main().getByRole('link', { name: /^Call Now/ })
  expect(await call.getAttribute('href')).toMatch(/^tel:\+91\d+$/)
  expect(await main().locator('a[href="mailto:hello@centre.example"]').count()).toBeGreaterThan(0)
  expect(await main().locator('address').first().textContent()).toContain('Chennai')
  expect(await main().locator('a[href^="tel:"]').count()).toBeGreaterThan(1)
})
