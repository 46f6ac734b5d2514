import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { site as centre } from '#site'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, wakePage } from '../support/chromium.ts'
import { openHome } from '../support/home-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { failingReads } from '../support/unreadable.ts'

let site: Site
let browser: Browser
let isBroken = false
const parts = ({ readDb }: App) => ({ readDb: failingReads(readDb, () => isBroken) })
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ parts, env: { PAGE_CACHE_MIB: '0' } }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  isBroken = false
  for (const context of browser.contexts()) await context.close()
})

test('without papers, and when they could not be read, a sentence stands in their place', async () => {
  const page = await openHome(browser, site)
  const latest = page.locator('section', { has: page.getByRole('heading', { name: 'Latest Papers' }) })
  await latest.getByText('No papers here yet. The first ones appear').waitFor()
  isBroken = true
  await page.reload()
  await latest.getByText('The papers could not be read just now').waitFor()
  expect(await page.getByRole('heading', { name: 'What Others Has to Say' }).count()).toBe(1)
  isBroken = false
  await latest.getByRole('link', { name: 'Try again' }).click()
  await latest.getByText('No papers here yet. The first ones appear').waitFor()
})

test('a lost line on the way home shows the sentence and the rest of the page', async () => {
  const page = await openHome(browser, site)
  await wakePage(page)
  // Home's code is there from before; what was never loaded leaves the browser's own page of a lost line.
  const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  await go('Pricing')
  await page.getByRole('heading', { name: 'Plans We Offer' }).waitFor()
  await page.context().setOffline(true)
  await go('Home')
  await page.getByText('The papers could not be read just now').waitFor()
  await page.getByRole('heading', { name: 'About us' }).waitFor()
})

test('a few papers stand side by side, without buttons that could do nothing', async () => {
  const admin = await site.signIn()
  for (const [count, marks] of [
    [1, '[1 paper]'],
    [2, '[2 papers]'],
  ] as const) {
    await publish(site, admin, { title: `Paper ${count}` })
    const page = await openHome(browser, site)
    const carousel = page.getByRole('region', { name: 'Latest Papers' })
    await carousel.getByText(marks).waitFor()
    expect(await carousel.getByRole('article').count()).toBe(count)
    // What moves above them can be stopped all the same.
    const buttons = carousel.getByRole('button').filter({ visible: true })
    expect(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Pause moving parts',
    ])
    await page.context().close()
  }
  await publish(site, admin, { title: 'Paper 3' })
  const page = await openHome(browser, site)
  const carousel = page.getByRole('region', { name: 'Latest Papers' })
  await carousel.getByRole('button', { name: 'Next paper' }).waitFor()
  await carousel.getByRole('button', { name: 'Pause moving parts' }).waitFor()
})

test('About us says who trusts the centre and since when, and leads to every channel', async () => {
  const page = await openHome(browser, site)
  const about = page.getByRole('region', { name: 'About us' })
  await about.getByText('Trusted by over 15000 educators and learners').waitFor()
  await about.getByText(/over 25 years of experience/).waitFor()
  await about.getByRole('img', { name: /blackboard/ }).waitFor()
  for (const bullet of ['High-quality question papers', 'Study materials', 'Competitive exam support']) {
    expect(await about.getByRole('listitem').filter({ hasText: bullet }).count(), bullet).toBe(1)
  }
  const addresses = await about
    .getByRole('list', { name: 'How to reach us' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(
    expect.arrayContaining([`mailto:${centre.contacts.email}`, ...Object.values(centre.channels)]),
  )
  expect(addresses.length).toBe(10)
  expect(await addressesOf(about, 'Learn More about plans and prices')).toEqual(['/pricing'])
})

test('the offer is four categories, each leading to the plans', async () => {
  const page = await openHome(browser, site)
  const offer = page.getByRole('region', { name: 'What we offer' })
  expect(await offer.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'class 6-12 CBSE',
    'class 6-12 STATE BOARD',
    'JEE / NEET',
    'TNPSC',
  ])
  expect(await addressesOf(offer, 'Explore More')).toEqual(['/pricing'])
  expect(await addressesOf(offer, 'Know More')).toEqual(Array(4).fill('/pricing'))
  await offer.getByRole('link', { name: 'State Board class 10 papers' }).click()
  await page.waitForURL('**/resources/state/10')
})

test('axe finds nothing, light on a phone and dark on a screen, and nothing is logged as an error', async () => {
  const page = await openHome(browser, site, { reducedMotion: 'reduce' })
  await inEachLook(page, async () => expect(await axeFaults(page)).toEqual([]))
  expect(page.errors).toEqual([])
})

async function addressesOf(part: ReturnType<Page['locator']>, name: string) {
  const links = part.getByRole('link', { name, exact: true })
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}
