import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { site as centre } from '#site'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const { headers } = await site.signIn()
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-half': 2199 }),
  })
  expect(answer.status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

test('a plan is chosen in the messaging app and the map is shown, and nothing else comes from elsewhere', async () => {
  const page = await openPage(browser)
  const foreign: URL[] = []
  await page.context().route(
    (url) => url.origin !== site.origin,
    (route) => {
      foreign.push(new URL(route.request().url()))
      return route.fulfill({ contentType: 'text/html', body: '<p>It is elsewhere</p>' })
    },
  )
  await page.goto(`${site.origin}/pricing`, { waitUntil: 'networkidle' })
  const choose = page.getByRole('link', { name: /^Choose plan.*HALF YEARLY, JEE/ })
  const [chat] = await Promise.all([page.waitForEvent('popup'), choose.click()])
  await chat.getByText('It is elsewhere').waitFor()
  expect(foreign.map(({ host, pathname }) => host + pathname)).toEqual([`wa.me/${centre.contacts.whatsapp}`])
  expect(foreign[0]?.searchParams.get('text')).toContain('the HALF YEARLY plan for JEE (₹2,199)')
  expect(await chat.evaluate(() => opener)).toBe(null)
  expect(page.url()).toBe(`${site.origin}/pricing`)
  // On paper there is nothing to press, but the number to call.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('₹2,199').isVisible()).toBe(true)
  expect(await page.getByText(centre.contacts.phone).isVisible()).toBe(true)
  const pressed = page.getByRole('link', { name: /^Choose plan/ }).filter({ visible: true })
  expect(await pressed.count()).toBe(0)
  await page.emulateMedia({ media: null })

  await page.goto(`${site.origin}/contact`, { waitUntil: 'networkidle' })
  expect(foreign).toHaveLength(1)
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('button', { name: 'Show the map' }).click()
  await page.frameLocator(`iframe[title*="${centre.name}"]`).getByText('It is elsewhere').waitFor()
  expect(foreign).toHaveLength(2)
  expect(foreign[1]?.href).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('this visit is counted once and is in the number, with those of others; who is signed in is led to the samples', async () => {
  // A visit of the test before may be counted late.
  const own = await openSite()
  const page = await openPage(browser)
  await page.goto(`${own.origin}/contact`)
  const shown = (text: string) => page.getByText(text, { exact: true })
  await shown('1 visit so far.').waitFor()
  expect(await page.getByRole('note').textContent()).toMatch(/are samples\.$/)
  const comeBack = async () => {
    await follow(page, 'About')
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
    await follow(page, 'Contact Us')
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor()
  }
  await comeBack()
  await shown('1 visit so far.').waitFor()
  expect(await (await own.fetch('/api/visits')).json()).toEqual({ visits: 1 })
  for (const _other of [1, 2, 3]) await own.fetch('/api/visits', { method: 'POST' })
  // Counts on cached pages may lag two seconds.
  await expect
    .poll(
      async () => {
        await comeBack()
        return await shown('4 visits so far.').count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await page.evaluate(() => localStorage.setItem('accessToken', 'of an administrator'))
  await page.reload()
  await hydratePage(page)
  const way = page.getByRole('note').getByRole('link', { name: 'Site' })
  expect(await way.getAttribute('href')).toBe('/admin/site?group=contacts')
  await page.context().close()
  await own.end()
})

test('a line that is lost on the way to Pricing or Contact leaves a sentence, not a broken page', async () => {
  const page = await openPage(browser)
  await page.route(/\.data(\?|$)|\/api\/visits/, (route) => route.abort())
  await page.goto(`${site.origin}/about`)
  // Until then a link loads its page from the server, which answers.
  await hydratePage(page)
  await follow(page, 'Pricing')
  await page.getByText('The prices could not be read just now.').waitFor()
  expect(await page.getByRole('link', { name: /^Choose plan/ }).count()).toBe(9)
  await follow(page, 'Contact Us')
  await page.getByText('The visits could not be read just now.').waitFor()
  expect(await page.getByRole('link', { name: 'Call Now' }).isVisible()).toBe(true)
  await page.context().close()
})
