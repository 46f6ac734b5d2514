import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openPage, wakePage } from '../support/chromium.ts'
import { browser, page, site, visitDesk } from '../support/desk-session.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { MEENA, openSite } from '../support/site.ts'

visitDesk()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

const open = async (group = 'centre', on: Page = page, account?: typeof MEENA) => {
  await openSignedIn(on, site.origin, `/admin/site?group=${group}`, account)
  await publishButton(on).waitFor()
}
const publishButton = (on: Page = page) => on.getByRole('button', { name: 'Publish changes' })
const part = (name: string, on: Page = page) =>
  on.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name }).click()
const said = (text: string | RegExp, on: Page = page) => on.getByText(text).first().waitFor()
const PUBLISHED = 'Published: the whole site says so now'
const textOf = async (path: string) => await (await site.fetch(path)).text()

test('the sample becomes Kaveri Maths on the desk alone, contacts are read as people write them, and any state comes back', async () => {
  await open()
  expect(await publishButton().isDisabled()).toBe(true)
  await page.getByLabel('Name', { exact: true }).fill('Kaveri Maths 📐')
  await page.getByLabel('What and where you are').fill('காவேரி கணித மையம், திருச்சி')
  await part('Contact and hours')
  await page.getByLabel('Phone').fill('09840012345')
  await page.getByLabel('WhatsApp number').fill('+91 98400-12345')
  await page.getByLabel('Email').fill('ask@kaveri.example')
  await page.getByLabel('Street address').fill('12, River Road\n\nSrirangam\n')
  await page.getByLabel('Position on the map').fill('https://maps.google.com/?q=10.8273,78.6928')
  await page.getByLabel('These contacts are samples').uncheck()
  expect(await page.getByLabel('Phone').inputValue()).toBe('+91 98400 12345')
  expect(await page.getByLabel('WhatsApp number').inputValue()).toBe('919840012345')
  await part('Channels')
  await page.getByLabel('Facebook').fill('facebook.com/kaveri')
  await page.getByLabel('LinkedIn').fill('')
  await part('Testimonials')
  for (let left = 6; left > 0; left--)
    await page.getByRole('button', { name: 'Take testimonial 1 away' }).click()
  await page.getByRole('button', { name: 'Add a testimonial' }).click()
  await page.keyboard.type('Nobody agreed to this <script>alert(1)</script>')
  await page.getByLabel('Who said it').fill('Ravi')
  await page.getByLabel('Month').fill('2026-03')
  await page.reload()
  await said(/Not published yet: .* and \d+ more/)
  expect(await page.getByLabel('Their words').inputValue()).toContain('Nobody agreed')
  expect(await textOf('/')).not.toContain('Kaveri')

  await page.getByLabel('Note for the history').fill('Our own at last')
  await publishButton().click()
  await said(PUBLISHED)
  await page.getByRole('link', { name: 'Kaveri Maths 📐, home' }).waitFor()
  const [home, contact] = await Promise.all([textOf('/'), textOf('/contact')])
  for (const text of [home, contact]) expect(text).toContain('Kaveri Maths 📐')
  expect(home).toContain('https://facebook.com/kaveri')
  expect(home).not.toContain('linkedin.centre')
  expect(home).not.toContain('Nobody agreed')
  for (const text of ['+91 98400 12345', 'Srirangam', '10.8273', 'காவேரி கணித மையம்', 'wa.me/919840012345'])
    expect(contact).toContain(text)
  expect(contact).not.toContain('are samples')

  const visitor = await openPage(browser)
  await visitor.goto(`${site.origin}/contact`)
  await wakePage(visitor)
  expect(visitor.errors).toEqual([])
  await visitor.context().close()

  await part('History')
  await said('“Our own at last”')
  // Of a busy day's states each is told apart.
  await said(/^Priya, .* at \d+:\d\d [ap]m: Name, /)
  await page.getByRole('listitem').filter({ hasText: 'As it came' }).getByRole('button').click()
  await said(/Not published yet/)
  await publishButton().click()
  await said('“Our own at last”')
  await expect.poll(() => textOf('/')).toContain('· Thervu</title>')
})

test('a rule is said before it is broken; what is wrong is said at its field, which is gone to, and nothing is published', async () => {
  await open('contacts')
  await said('+91 is added')
  await page.getByLabel('Phone').fill('ring us')
  await page.getByLabel('Email').click()
  await said('Must be a number such as +91 44 1234 5678.')
  await page.getByLabel('Position on the map').fill('https://maps.app.goo.gl/abc')
  await said('This is no position that can be read.')
  await part('The centre')
  await page.getByLabel('Name', { exact: true }).fill('A'.repeat(200))
  await page.getByLabel('Learners so far').fill('many')
  await page.getByLabel('Learners so far').blur()
  await said('Must be a number.')
  await part('Colours')
  await page.getByText('Each colour by itself').click()
  await page.getByLabel('Links and buttons').first().fill('#eeeeee')
  await publishButton().click()
  const name = page.getByLabel('Name', { exact: true })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await said('Has more than 80 letters.')
  await said(/fields are to be mended first/)
  await name.fill('Kaveri')
  await page.getByLabel('Learners so far').fill('1,200')
  await part('Contact and hours')
  await page.getByLabel('Phone').fill('044 2811 1234')
  await publishButton().click()
  // Not published as the position that stood there before.
  const position = page.getByLabel('Position on the map')
  await expect.poll(() => position.evaluate((field) => field === document.activeElement)).toBe(true)
  await said('1 field is to be mended first.')
  expect(await position.inputValue()).toBe('https://maps.app.goo.gl/abc')
  await position.fill('10°49′38″N 78°41′34″E')
  await publishButton().click()
  await said(/Has a contrast of 1\.\d : 1/)
  await page.getByRole('button', { name: 'Back to the colours of the house' }).click()
  await publishButton().click()
  await said(PUBLISHED)
  expect(await textOf('/about')).toContain('over 1200')
})

test('two people are told of each other: what only one has changed is put together, and nothing is lost', async () => {
  await site.app.identity.administrators.create(MEENA)
  const other = await openPage(browser)
  await Promise.all([open(), open('centre', other, MEENA)])
  await page.getByLabel('Name', { exact: true }).fill('Priya’s name')
  await page.getByLabel('What and where you are').fill('A centre in Chennai, says Priya')
  await other.getByLabel('Name', { exact: true }).fill('Meena’s name')
  await part('Home', other)
  await other.getByLabel('Line above the footer').fill('Meena’s line')
  await publishButton(other).click()
  await said(PUBLISHED, other)
  await publishButton().click()
  await said(/^Meena has published meanwhile\..*They changed Line above the footer/)
  await said(/You both changed Name/)
  // The browser writes each refusal down.
  page.errors.length = 0
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Priya’s name')
  expect(await textOf('/')).toContain('Meena’s name')
  await publishButton().click()
  await said(PUBLISHED)
  const home = await textOf('/')
  for (const text of ['Priya’s name', 'Meena’s line', 'says Priya']) expect(home).toContain(text)
  await other.context().close()
})

test('a lost line keeps what was typed, and slides are moved by keys with the focus on what was moved', async () => {
  await open('slides')
  const first = await page.getByLabel('Heading').first().inputValue()
  const down = page.getByRole('button', { name: 'Move slide 1 down' })
  await down.focus()
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Heading').nth(1).inputValue()).toBe(first)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move slide 2 down')
  await page.route('**/api/admin/site', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await publishButton().click()
  await page.getByText('The site could not be reached. What you typed is still here; try again.').waitFor()
  page.errors.length = 0
  await page.unroute('**/api/admin/site')
  await publishButton().click()
  await said(PUBLISHED)
  expect((await textOf('/')).indexOf(first)).toBeGreaterThan(0)
})

test('the preview shows the real page with what is typed, in every look, to nobody else, and takes no focus', async () => {
  await open('home')
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { level: 1, name: /One stop destination for/ }).waitFor()
  const headline = page.getByLabel('Beginning of the headline')
  await headline.fill('')
  await said('Goes on when “Beginning of the headline” is mended.')
  await headline.pressSequentially('Everything on the river for', { delay: 20 })
  await frame.getByRole('heading', { level: 1, name: /Everything on the river for/ }).waitFor()
  expect(await headline.evaluate((field) => field === document.activeElement)).toBe(true)
  const ground = () => frame.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
  const widthOf = () => frame.locator('html').evaluate(() => innerWidth)
  const day = [await ground(), await widthOf()]
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(ground).toBe('rgb(17, 35, 30)')
  await expect.poll(widthOf).toBe(1280)
  expect(day).toEqual(['rgb(253, 252, 247)', 360])
  await page.getByLabel('Page', { exact: true }).selectOption('Contact Us')
  await frame.getByRole('heading', { name: 'Contact Us' }).waitFor()
  await part('Slides')
  await page.getByLabel('Heading').first().fill('Typed into a slide')
  await frame.getByText('Typed into a slide').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await part('Colours')
  await page.getByRole('button', { name: 'Green' }).click()
  await said(/^Contrast of links and buttons: \d+\.\d : 1 in light, \d+\.\d : 1 in dark/)
  await expect.poll(() => frame.locator('style').last().textContent()).toContain('--pen:#0b5d3b')
  expect(await textOf('/')).not.toContain('on the river')

  await part('History')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  const path = await file.path()
  await page.getByRole('button', { name: 'Discard' }).click()
  await said('Nothing to publish')
  const chooser = page.getByLabel('Take from a file')
  await chooser.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('<html>') })
  await said('This file is not one that was saved here.')
  // The browser writes each refusal down.
  page.errors.length = 0
  await chooser.setInputFiles(path)
  await said('It is in the form now, and live when you publish it.')
  await said('Home: Beginning of the headline')
  await said(/Not published yet: Beginning of the headline/)
  const bare = await site.fetch('/api/admin/site/preview', { method: 'POST', body: '{}' })
  expect(bare.status).toBe(403)
})

test('a site that is kept in its file says so, and is saved as a file from there', async () => {
  const locked = await openSite({ env: { SITE_CONTENT: 'file' } })
  await openSignedIn(page, locked.origin, '/admin/site')
  await said(/SITE_CONTENT=file/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('hello@centre.example')
  expect(await page.getByLabel('Take from a file').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await locked.end()
})

test('axe finds nothing, on a phone by day and on a screen by night', async () => {
  const faults: string[] = []
  for (const group of ['centre', 'contacts', 'slides', 'testimonials', 'colours', 'history']) {
    await open(group)
    await inEachLook(page, async () => {
      faults.push(...(await axeFaults(page)))
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), group).toBe(true)
    })
  }
  expect(faults).toEqual([])
})
