import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { NEWEST, page, site, visitServedSite } from '../../support/specified-site.ts'

/** What the site's HTML says by itself of section 2 of the specification: Home, Practice and the Resources page. Each test is named by the sentence it ticks off. */
visitServedSite({ viewport: { width: 1440, height: 900 } })

const main = () => page.locator('main')
const section = (name: string | RegExp) => main().getByRole('region', { name })
const strip = () => page.getByRole('navigation', { name: 'Exams and classes' })
const tab = (board: string) => strip().locator('summary', { hasText: board })
const cards = () => main().getByRole('article')

async function hrefsOf(links: ReturnType<Page['locator']>) {
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

describe('Navigation strip and Home', () => {
  for (const [board, type] of [
    ['CBSE', 'cbse'],
    ['STATE', 'state'],
  ] as const) {
    test(`Each lists grades 12, 11, 10, 9 and 8, linking to /resources/cbse/{grade} and /resources/state/{grade}: ${board}`, async () => {
      await page.goto(`${site.origin}/`)
      await tab(board).click()
      const grades = strip().locator(`a[href^="/resources/${type}/"]`).filter({ visible: true })
      await grades.first().waitFor()
      expect((await hrefsOf(grades)).map((href) => href?.replace(/\/$/, ''))).toEqual(
        [12, 11, 10, 9, 8].map((grade) => `/resources/${type}/${grade}`),
      )
      await grades.first().click()
      await page.getByRole('heading', { name: new RegExp(`^${type.toUpperCase()} 12`) }).waitFor()
    })

    test(`Each dropdown has a View more button that goes to /practice: ${board}`, async () => {
      await page.goto(`${site.origin}/`)
      await tab(board).click()
      await strip().getByRole('link', { name: 'View more' }).filter({ visible: true }).click()
      await page.waitForURL('**/practice')
    })
  }

  test('Links to /resources/tnpsc/previous-years, /resources/neet/previous-years and /resources/jee/previous-years.', async () => {
    await page.goto(`${site.origin}/`)
    for (const exam of ['TNPSC', 'NEET', 'JEE']) {
      const link = strip().getByRole('link', { name: exam, exact: true })
      expect(await link.getAttribute('href')).toMatch(
        new RegExp(`^/resources/${exam.toLowerCase()}/previous-years/?$`),
      )
    }
  })

  test('A social-link bar with 7 external links.', async () => {
    await page.goto(`${site.origin}/`)
    const links = page.getByRole('navigation', { name: 'Our channels' }).getByRole('link')
    expect(await links.count()).toBe(7)
    for (const href of await hrefsOf(links)) expect(href).toMatch(/^https:\/\//)
  })

  test('Each card shows a thumbnail or a placeholder, a subject badge, month and year, the title, a Reference link if present, and a View Paper link.', async () => {
    await page.goto(`${site.origin}/`)
    const cards = section('Latest Papers').getByRole('article')
    const newest = cards.filter({ hasText: NEWEST })
    expect(await newest.locator('.thumbnail').isVisible()).toBe(true)
    expect(await newest.locator('.badge').textContent()).toBe('Mathematics')
    expect(await newest.textContent()).toContain('June 2025')
    const reference = newest.getByRole('link', { name: /^Reference link/ })
    expect(await reference.getAttribute('href')).toBe('https://answers.example/model')
    expect(await newest.getByRole('link', { name: /^View Paper/ }).getAttribute('href')).toMatch(/^\/files\//)
    const without = cards.filter({ hasText: 'Physics test' })
    expect(await without.getByRole('link', { name: /^Reference link/ }).count()).toBe(0)
  })

  test('About-us section: a heading, a vertical list of social and contact links, an image, the trust headline, a mission paragraph, and three bullets (High-quality question papers, Study materials, Competitive exam support). A Learn More button goes to /pricing.', async () => {
    await page.goto(`${site.origin}/`)
    const about = section(/about/i)
    const text = await about.textContent()
    expect(text).toContain('over 15000')
    for (const bullet of ['High-quality question papers', 'Study materials', 'Competitive exam support']) {
      expect(await about.getByRole('listitem').filter({ hasText: bullet }).count()).toBe(1)
    }
    expect(await about.locator('a[href^="https://"]').count()).toBeGreaterThan(3)
    expect(await about.locator('a[href^="tel:"], a[href^="mailto:"]').count()).toBeGreaterThan(0)
    expect(await about.locator('svg, img').first().isVisible()).toBe(true)
    await about.getByRole('link', { name: 'Learn More' }).click()
    await page.waitForURL('**/pricing')
  })

  test('Offer section: an Explore More button to /pricing, and four category cards, each with a Know More button to /pricing. The cards are class 6-12 CBSE, class 6-12 STATE BOARD, JEE / NEET and TNPSC.', async () => {
    await page.goto(`${site.origin}/`)
    const offer = section(/offer/i)
    expect(await hrefsOf(offer.getByRole('link', { name: /^Explore More/ }))).toEqual(['/pricing'])
    const know = offer.getByRole('link', { name: /^Know More/ })
    expect(await hrefsOf(know)).toEqual(Array(4).fill('/pricing'))
    const text = (await offer.textContent())?.toLowerCase() ?? ''
    for (const card of ['class 6-12 cbse', 'class 6-12 state board', 'jee / neet', 'tnpsc']) {
      expect(text.replaceAll('–', '-')).toContain(card)
    }
  })
})

describe('Practice', () => {
  test("Heading Free Practice. A search box with the placeholder 'Search papers...'.", async () => {
    await page.goto(`${site.origin}/practice`)
    await page.getByRole('heading', { name: 'Free Practice', level: 1 }).waitFor()
    expect(await main().getByPlaceholder('Search papers...', { exact: true }).isVisible()).toBe(true)
  })

  test('Papers are grouped by grade (the heading is grade plus type, uppercased), then by subject (the subject heading is hidden when the subject is all).', async () => {
    await page.goto(`${site.origin}/practice`)
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
  })

  test('Cards are laid out in 3 columns.', async () => {
    await page.goto(`${site.origin}/practice`)
    const lefts = await main()
      .getByRole('region', { name: '12 CBSE Mathematics' })
      .getByRole('article')
      .evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(3)
  })

  test('Each card shows the subject, month and year, the title, a Free Answer link if a reference link exists, a view count, and a View Paper link.', async () => {
    await page.goto(`${site.origin}/practice`)
    const newest = cards().filter({ hasText: NEWEST })
    const text = (await newest.textContent()) ?? ''
    for (const part of ['Mathematics', 'June 2025', NEWEST]) expect(text).toContain(part)
    expect(text).toMatch(/\d+ views?/)
    const answer = newest.getByRole('link', { name: /^Free Answer/ })
    expect(await answer.getAttribute('href')).toBe('https://answers.example/model')
    const without = cards().filter({ hasText: 'Physics test' })
    expect(await without.getByRole('link', { name: /^Free Answer/ }).count()).toBe(0)
    expect(await without.getByRole('link', { name: /^View Paper/ }).count()).toBe(1)
  })
})

describe('Resources page', () => {
  test("The title is type, grade and subject plus 'Practice Papers'.", async () => {
    await page.goto(`${site.origin}/resources/cbse/12/?subject=Physics`)
    expect(await main().getByRole('heading', { level: 1 }).textContent()).toBe(
      'CBSE 12 Physics Practice Papers',
    )
  })

  test('Papers are filtered by type and, unless grade is all, by grade.', async () => {
    for (const [path, count] of [
      ['state/10', 1],
      ['state/all', 1],
      ['jee/all', 1],
      ['cbse/11', 0],
    ] as const) {
      await page.goto(`${site.origin}/resources/${path}/`)
      expect(await cards().count(), path).toBe(count)
    }
  })

  test('Papers are listed newest first, 12 per page, with numbered page buttons shown only if there is more than 1 page.', async () => {
    await page.goto(`${site.origin}/resources/cbse/12/`)
    const texts = await cards().allTextContents()
    expect(texts.length).toBe(12)
    expect(texts[0]).toContain('June 2025')
    expect(texts[1]).toContain('May 2025')
    expect(texts[2]).toContain('March 2013')
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()).toEqual(
      ['1', '2'],
    )
    await page.goto(`${site.origin}/resources/state/10/`)
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  })

  test('Cards are like those on Practice.', async () => {
    await page.goto(`${site.origin}/resources/cbse/12/`)
    const newest = cards().filter({ hasText: NEWEST })
    for (const name of [/^View Paper/, /^Free Answer/]) {
      expect(await newest.getByRole('link', { name }).count()).toBe(1)
    }
    expect(await newest.textContent()).toMatch(/\d+ views?/)
  })

  test('No status lifecycle for papers is shown.', async () => {
    for (const path of ['/practice', '/resources/cbse/12/']) {
      await page.goto(`${site.origin}${path}`)
      expect(await page.getByRole('article').first().textContent()).not.toMatch(
        /draft|published|archived|pending/i,
      )
    }
  })
})

/** Of section 9. */
describe('Business constants and limits', () => {
  test('Resources page size: 12.', async () => {
    await page.goto(`${site.origin}/resources/cbse/12/`)
    expect(await page.getByRole('article').count()).toBe(12)
  })

  test('Papers sort by newest month and year.', async () => {
    await page.goto(`${site.origin}/`)
    const dates = await section('Latest Papers')
      .getByRole('article')
      .evaluateAll((all) =>
        all.map((card) => /(June|May|April|March) \d{4}/.exec(card.textContent ?? '')?.[0]),
      )
    expect(dates).toEqual(['June 2025', 'May 2025', 'April 2025', 'March 2025', 'March 2013'])
  })

  test('Currency is rupees. Actual prices are not shown, because they are held in the database.', async () => {
    await page.goto(`${site.origin}/pricing`)
    const prices = (await page.locator('main').textContent())?.match(/₹\s?[\d,]+/g) ?? []
    // The one that is stored, for six months, and what that comes to.
    expect([...new Set(prices.map((price) => price.replace(/\s/, '')))]).toEqual(['₹367', '₹2,199'])
  })

  test('Claimed figures: over 15000 users and over 25 years.', async () => {
    await page.goto(`${site.origin}/`)
    const text = (await page.locator('main').textContent())?.toLowerCase() ?? ''
    expect(text).toContain('over 15000')
    expect(text).toContain('over 25 years')
  })
})
