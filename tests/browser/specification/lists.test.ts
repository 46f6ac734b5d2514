import { describe, expect, test } from 'vitest'
import { openMovingPage } from '../../support/chromium.ts'
import { browser, NEWEST, page, site, visitSpecifiedSite } from '../../support/specified-site.ts'

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
    expect(subjects.map((text) => text.replace(/ \d.*/, ''))).toEqual([
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

  test('View Paper opens the file in a new tab and adds 1 to views.', async () => {
    await page.goto(`${site.origin}/practice`)
    const card = cards().filter({ hasText: 'State maths' })
    await card.getByText('0 views').waitFor()
    const opened = page.context().waitForEvent('page')
    const asked = page.context().waitForEvent('request', (one) => one.url().includes('/files/10th-state/'))
    await card.getByRole('link', { name: /^View Paper/ }).click()
    await Promise.all([opened, asked])
    await card.getByText('1 view', { exact: true }).waitFor()
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
})
