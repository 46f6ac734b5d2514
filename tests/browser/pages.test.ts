import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openSite, type Site } from '../support/site.ts'
import { structuredData } from '../support/structured.ts'

const PAGES = ['/pricing', '/about', '/why-us', '/contact']

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

async function open(path: string) {
  const page = await openPage(browser)
  await page.goto(site.origin + path)
  return page
}

test('About and Why Us say what is claimed, in the words of the claims, and every bubble leads to papers', async () => {
  const page = await open('/about')
  const about = await page.getByRole('main').textContent()
  expect(about).toContain('over 25 years')
  expect(about).toContain('Trusted by over 15000 educators and learners')
  for (const type of ['cbse', 'state'])
    for (const grade of [6, 7, 8, 9, 10, 11, 12])
      expect(await page.locator(`a[href="/resources/${type}/${grade}"]`).count()).toBe(1)
  for (const type of ['jee', 'neet', 'tnpsc'])
    expect(await page.locator(`a[href="/resources/${type}/previous-years"]`).count()).toBe(1)
  await page.goto(`${site.origin}/why-us`)
  const reasons = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(reasons.slice(0, 4)).toEqual(['Expertise', 'Quality', 'Convenience', 'Success-Oriented'])
  await page.context().close()
})

test('About: questions open by the keyboard, and search engines read nothing that is not on the page', async () => {
  const page = await open('/about')
  const question = page.locator('summary', { hasText: 'Does my child need an account?' })
  const answer = page.getByText('There is nothing to sign up for.')
  expect(await answer.isVisible()).toBe(false)
  await question.focus()
  await page.keyboard.press('Enter')
  await answer.waitFor()
  const faq = (await structuredData(page)).find((each) => each['@type'] === 'FAQPage')
  const said = (await page.locator('.questions').textContent()) ?? ''
  expect(faq.mainEntity.length).toBe(await page.locator('.questions details').count())
  for (const { name, acceptedAnswer } of faq.mainEntity) {
    expect(said).toContain(name)
    expect(said).toContain(acceptedAnswer.text)
  }
  await page.context().close()
})

test('each page has its own title, description, address, breadcrumbs, and one first heading', async () => {
  const page = await openPage(browser)
  const seen = { titles: new Set<string>(), descriptions: new Set<string | null>() }
  for (const path of PAGES) {
    await page.goto(site.origin + path)
    const description = await page.locator('meta[name="description"]').getAttribute('content')
    seen.titles.add(await page.title())
    seen.descriptions.add(description)
    expect(description?.length, path).toBeGreaterThan(60)
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(site.origin + path)
    expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
    const types = (await structuredData(page)).map((each) => each['@type'])
    expect(types, path).toContain('BreadcrumbList')
    if (path === '/contact') expect(types).toContain('EducationalOrganization')
  }
  expect([seen.titles.size, seen.descriptions.size]).toEqual([4, 4])
  expect(await page.context().cookies()).toEqual([])
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('without JavaScript all is there, and no button that does nothing', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false })
  for (const path of PAGES) {
    await page.goto(site.origin + path)
    expect(await page.getByRole('main').getByRole('button').count(), path).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Where to go next' }).isVisible()).toBe(true)
  }
  expect(await page.getByRole('link', { name: /OpenStreetMap/ }).isVisible()).toBe(true)
  expect(await page.getByText(/^[\d,]+ visits? so far\.$/).count()).toBe(1)
  await page.context().close()
})

test('at 320 pixels nothing lies beyond the right edge', async () => {
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } })
  for (const path of PAGES) {
    await page.goto(site.origin + path)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, path).toBeLessThanOrEqual(0)
  }
  await page.context().close()
})

test('axe finds nothing, light on a phone and dark on a screen', async () => {
  const page = await openPage(browser)
  const found: string[] = []
  for (const path of PAGES) {
    await page.goto(site.origin + path)
    await inEachLook(page, async () => found.push(...(await axeFaults(page))))
  }
  expect(found).toEqual([])
  await page.context().close()
})
