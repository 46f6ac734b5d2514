import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { site as centre } from '#site'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, type Site } from '../support/site.ts'
import { unreadable } from '../support/unreadable.ts'

let site: Site
let broken: Site
let browser: Browser
const logged: string[] = []

beforeAll(async () => {
  const parts = (app: App) => unreadable(app, ['visitCount'], logged)
  ;[site, broken, browser] = await Promise.all([openSite(), openSite({ parts }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([site?.end(), broken?.end()])
})

async function open(path: string, options: Parameters<typeof openPage>[1] = {}, origin = site.origin) {
  const page = await openPage(browser, options)
  await page.goto(origin + path)
  return page
}

test('nothing comes from elsewhere before the map is asked for, and then the map in its place', async () => {
  const page = await openPage(browser)
  const boxOf = () =>
    page
      .locator('.map-sheet')
      .evaluate((map) => [map.clientWidth, map.clientHeight, document.body.scrollHeight])
  const foreign: string[] = []
  await page.route(
    (url) => url.origin !== site.origin,
    async (route) => {
      foreign.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<p>The map</p>' })
    },
  )
  await page.goto(`${site.origin}/contact`, { waitUntil: 'networkidle' })
  const before = await boxOf()
  expect(foreign).toEqual([])
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('button', { name: 'Show the map' }).click()
  await page.frameLocator(`iframe[title*="${centre.name}"]`).getByText('The map').waitFor()
  const { latitude, longitude } = centre.position
  expect(foreign).toHaveLength(1)
  expect(foreign[0]).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/)
  expect(foreign[0]).toContain(`&layer=mapnik&marker=${latitude},${longitude}`)
  expect(await boxOf()).toEqual(before)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('links that call, write, chat and lead there', async () => {
  const page = await open('/contact')
  const { contacts, position } = centre
  const number = contacts.phone.replaceAll(' ', '')
  const href = (name: string | RegExp) => page.getByRole('link', { name }).getAttribute('href')
  expect(await href('Call Now')).toBe(`tel:${number}`)
  expect(await href(contacts.phone)).toBe(`tel:${number}`)
  expect(await href(contacts.email)).toBe(`mailto:${contacts.email}`)
  expect(await href(/^Start a chat/)).toBe(`https://wa.me/${contacts.whatsapp}`)
  expect(await href(/OpenStreetMap/)).toContain(`mlat=${position.latitude}&mlon=${position.longitude}`)
  expect(await href(/Google Maps/)).toContain(`destination=${position.latitude},${position.longitude}`)
  const address = await page.locator('address').textContent()
  for (const line of [...contacts.address, contacts.locality, contacts.postalCode])
    expect(address).toContain(line)
  await page.context().close()
})

test('visitors are told that the contacts are samples, and where to change them only who is signed in', async () => {
  const page = await open('/contact')
  const note = page.getByRole('note')
  await wakePage(page)
  expect(await note.textContent()).toMatch(/are samples\.$/)
  await page.evaluate(() => localStorage.setItem('accessToken', 'of an administrator'))
  await page.reload()
  await wakePage(page)
  const way = note.getByRole('link', { name: 'Site' })
  expect(await way.getAttribute('href')).toBe('/admin/site?group=contacts')
  await page.context().close()
})

test('this visit is counted once, and stands in the number', async () => {
  // A visit of the test before may be counted late.
  const own = await openSite()
  const page = await open('/contact', {}, own.origin)
  const shown = '1 visit so far.'
  await page.getByText(shown, { exact: true }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
  await page.getByText(shown, { exact: true }).waitFor()
  expect(await (await own.fetch('/api/visits')).json()).toEqual({ visits: 1 })
  await page.context().close()
  await own.end()
})

test('a number that others raised meanwhile is shown as it is now', async () => {
  const page = await open('/contact')
  await page
    .getByText(/visits? so far\./)
    .first()
    .waitFor()
  const others = [1, 2, 3].map(() => site.fetch('/api/visits', { method: 'POST' }))
  await Promise.all(others)
  const header = page.getByRole('navigation', { name: 'Main' })
  const comeBack = async () => {
    await header.getByRole('link', { name: 'About' }).click()
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
    await header.getByRole('link', { name: 'Contact Us' }).click()
    // The page's own visit may have been counted before the others or after them.
    const { visits } = await (await site.fetch('/api/visits')).json()
    const now = page.getByText(`${visits.toLocaleString('en-IN')} visits so far.`, { exact: true })
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor()
    return await now.count()
  }
  // Counts on cached pages may lag two seconds.
  await expect.poll(comeBack, { timeout: 10_000 }).toBe(1)
  await page.context().close()
})

test('visits that cannot be read are a sentence, and the failure is logged', async () => {
  const page = await open('/contact', { javaScriptEnabled: false }, broken.origin)
  expect(await page.locator('main').getByRole('status').textContent()).toContain(
    'The visits could not be read just now.',
  )
  expect(logged).toContain('Visits could not be read')
  await page.context().close()
})

test('a line that is lost on the way to Contact leaves a sentence, not a broken page', async () => {
  const page = await openPage(browser)
  await page.route(/\.data(\?|$)|\/api\/visits/, (route) => route.abort())
  await page.goto(`${site.origin}/about`)
  // Until then a link loads its page from the server, which answers.
  await wakePage(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
  await page.getByText('The visits could not be read just now.').waitFor()
  expect(await page.getByRole('link', { name: 'Call Now' }).isVisible()).toBe(true)
  await page.context().close()
})

test('on paper the parts count on without a gap, and where the centre lies stands in numbers', async () => {
  const page = await open('/contact')
  await page.emulateMedia({ media: 'print' })
  const numbers = page.locator('main .number').filter({ visible: true })
  expect(await numbers.allTextContents()).toEqual(['1.', '2.'])
  const { latitude, longitude } = centre.position
  await page.getByText(`${latitude}° N, ${longitude}° E`).waitFor()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.context().close()
})
