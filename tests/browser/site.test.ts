import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { openPage, resizeTo } from '../support/chromium.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { MEENA, openSite } from '../support/site.ts'

visitAdmin()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

const publishButton = (on: Page = page) => on.getByRole('button', { name: 'Publish changes' })
const open = async (group = 'centre', on: Page = page, account?: typeof MEENA) => {
  await openSignedIn(on, site.origin, `/admin/site?group=${group}`, account)
  await publishButton(on).waitFor()
}
/** The router shows another part, or the fields of another language, in its own time. */
const shown = async (control: Locator) => {
  await control.click()
  await control.and(page.locator('[aria-current]')).waitFor()
}
const part = (name: string) =>
  shown(page.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name }))
const language = (name: string) =>
  shown(page.getByRole('group', { name: 'Language' }).getByRole('button', { name }))
const said = (text: string | RegExp, on: Page = page) => on.getByText(text).first().waitFor()
const publish = async (on: Page = page) => {
  // The toast of what was published before may still be there.
  const published = on.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' && /\/api\/admin\/site$/.test(answer.url()) && answer.ok(),
  )
  await publishButton(on).click()
  await published
  await said('Published: the whole site says so now', on)
}
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)
const textOf = async (path: string) => await (await site.fetch(path)).text()
/** The browser writes each refusal down. */
const forgetRefusals = () => {
  page.errors.length = 0
}

test('the sample becomes Kaveri Maths in the admin area alone, a lost connection keeps what was typed, and any state comes back', async () => {
  await open()
  expect(await publishButton().isDisabled()).toBe(true)
  await page.getByLabel('Name', { exact: true }).fill('Kaveri Maths 📐')
  await part('Contact and hours')
  await page.getByLabel('Phone').fill('09840012345')
  await page.getByLabel('Street address').fill('12, River Road\n\nSrirangam\n')
  await page.getByLabel('Position on the map').fill('https://maps.google.com/?q=10.8273,78.6928')
  await page.getByLabel('These contacts are samples').uncheck()
  expect(await page.getByLabel('Phone').inputValue()).toBe('+91 98400 12345')
  await part('Channels')
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
  await page.route('**/api/admin/site', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await publishButton().click()
  await said('The site could not be reached. What you typed is still here; try again.')
  forgetRefusals()
  await page.unroute('**/api/admin/site')
  await publish()
  await page.getByRole('link', { name: 'Kaveri Maths 📐, home' }).waitFor()
  const [home, contact] = await Promise.all([textOf('/'), textOf('/contact')])
  for (const absent of ['linkedin.centre', 'Nobody agreed']) expect(home).not.toContain(absent)
  for (const text of ['Kaveri Maths 📐', '+91 98400 12345', 'Srirangam', '10.8273'])
    expect(contact).toContain(text)
  expect(contact).not.toContain('are samples')

  await part('History')
  await said('“Our own at last”')
  // Of a busy day's states each is told apart.
  await said(/^Priya, .* at \d+:\d\d [ap]m: Name, /)
  await page.getByRole('listitem').filter({ hasText: 'As it came' }).getByRole('button').click()
  await said(/Not published yet/)
  await publishButton().click()
  await expect.poll(() => textOf('/')).toContain('· Thervu</title>')
})

test('what is wrong is said at its field, which is gone to in its part, and nothing is published', async () => {
  await open('contacts')
  await said('+91 is added')
  await page.getByLabel('Phone').fill('ring us')
  await page.getByLabel('Email').click()
  await said('Must be a number such as +91 44 1234 5678.')
  await page.getByLabel('Phone').fill('044 2811 1234')
  const position = page.getByLabel('Position on the map')
  await position.fill('https://maps.app.goo.gl/abc')
  await said('This is no position that can be read.')
  await part('The centre')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('A'.repeat(200))
  await page.getByLabel('Learners so far').fill('many')
  await page.getByLabel('Learners so far').blur()
  await said('Must be a number.')
  await part('Colours')
  await page.getByText('Each colour by itself').click()
  await page.getByLabel('Links and buttons').first().fill('#eeeeee')
  await publishButton().click()
  await expect.poll(() => isFocused(name)).toBe(true)
  await said('Has more than 80 letters.')
  await said(/fields must be corrected first/)
  await name.fill('Kaveri')
  await page.getByLabel('Learners so far').fill('1,200')
  await publishButton().click()
  // Not published as the position that was there before.
  await expect.poll(() => isFocused(position)).toBe(true)
  await said('1 field must be corrected first.')
  expect(await position.inputValue()).toBe('https://maps.app.goo.gl/abc')
  await position.fill('10°49′38″N 78°41′34″E')
  await publishButton().click()
  await said(/Has a contrast of 1\.\d : 1/)
  expect(await textOf('/about')).not.toContain('over 1200')
  await page.getByRole('button', { name: 'Back to the colours of the house' }).click()
  await publish()
  expect(await textOf('/about')).toContain('over 1200')
})

test('a draft is one for all tabs, and two people are told of each other: nothing that either typed is lost', async () => {
  await site.app.identity.administrators.create(MEENA)
  const meena = await openPage(browser)
  await Promise.all([open('home'), open('centre', meena, MEENA)])
  const banner = (on: Page) => on.getByLabel('Line above the footer')
  const headline = (on: Page) => on.getByLabel('Beginning of the headline')
  await banner(page).fill('Typed in the first tab')
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin/site?group=home`)
  await said(
    /^Your draft is in the form, begun on .* on the site as it came\. It stays on this device/,
    other,
  )
  expect(await banner(other).inputValue()).toBe('Typed in the first tab')
  await headline(other).fill('Typed in the second')
  await expect.poll(() => headline(page).inputValue()).toBe('Typed in the second')
  await banner(page).fill('And again in the first')
  await expect.poll(() => banner(other).inputValue()).toBe('And again in the first')
  await other.close()
  await part('The centre')
  await page.getByLabel('Name', { exact: true }).fill('Priya’s name')

  await meena.getByLabel('Name', { exact: true }).fill('Meena’s name')
  await meena.getByLabel('What and where you are').fill('A centre in Chennai, says Meena')
  await publish(meena)
  await publishButton().click()
  await said(/^Meena has published meanwhile\..*They changed What and where you are/)
  await said(/You both changed Name/)
  forgetRefusals()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Priya’s name')
  expect(await textOf('/')).toContain('Meena’s name')
  await publish()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('siteDraft'))).toBeNull()
  const home = await textOf('/')
  for (const text of ['Priya’s name', 'says Meena', 'Typed in the second', 'And again in the first'])
    expect(home).toContain(text)
  await meena.context().close()
})

test('the preview shows the page with what is typed to nobody else; a file keeps it all and brings it back', async () => {
  await open('home')
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { level: 1, name: /One stop destination for/ }).waitFor()
  const headline = page.getByLabel('Beginning of the headline')
  await headline.fill('')
  await said('Goes on when “Beginning of the headline” is corrected.')
  await headline.pressSequentially('Everything on the river for')
  await frame.getByRole('heading', { level: 1, name: /Everything on the river for/ }).waitFor()
  await expect.poll(() => isFocused(headline)).toBe(true)
  const lookOf = () => frame.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
  const day = await lookOf()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(lookOf).not.toBe(day)
  await page.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(() => frame.locator('html').evaluate(() => innerWidth)).toBe(1280)
  await page.getByLabel('Page', { exact: true }).selectOption('Contact Us')
  await frame.getByRole('heading', { name: 'Contact Us' }).waitFor()
  await part('Slides')
  await page.getByLabel('Heading').first().fill('Typed into a slide')
  await frame.getByText('Typed into a slide').waitFor()
  await part('Colours')
  await page.getByRole('button', { name: 'Green' }).click()
  await said(/^Contrast of links and buttons: \d+\.\d : 1 in light, \d+\.\d : 1 in dark/)
  await expect.poll(() => frame.locator('style').last().textContent()).toContain('--pen:#0b5d3b')
  expect(await textOf('/')).not.toContain('on the river')

  await part('History')
  const path = await savedFile()
  await page.getByRole('button', { name: 'Discard' }).click()
  await said('Nothing to publish')
  const chooser = page.getByLabel('Take from a file')
  await chooser.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('<html>') })
  await said('This file is not one that was saved here.')
  forgetRefusals()
  await chooser.setInputFiles(path)
  await said('It is in the form now, and live when you publish it.')
  await said(/Not published yet: Beginning of the headline/)

  // Browsers keep one session per host, whatever the port: what this page still asked for would be refused.
  await page.goto('about:blank')
  const locked = await openSite({ env: { SITE_CONTENT: 'file' } })
  await openSignedIn(page, locked.origin, '/admin/site')
  await said(/SITE_CONTENT=file/)
  expect(await readFile(await savedFile(), 'utf8')).toContain('hello@centre.example')
  expect(await page.getByLabel('Take from a file').count()).toBe(0)
  await page.goto('about:blank')
  await locked.end()
})

test('texts get their marks by keys and buttons; cards are left out, testimonials are dragged, hidden and given days', async () => {
  await open('offer')
  const text = page.getByLabel('Text', { exact: true }).first()
  await text.fill('Papers of every class')
  await text.press('Control+a')
  await text.press('Control+b')
  expect(await text.inputValue()).toBe('**Papers of every class**')
  await text.press('Control+z')
  expect(await text.inputValue()).toBe('Papers of every class')
  await text.press('Control+a')
  await page.getByRole('toolbar').first().getByRole('button', { name: 'Link' }).click()
  await page.keyboard.type('javascript:alert(1)')
  await publishButton().click()
  await said(/^Has a link to “javascript:alert\(1\)”; a link leads to https:/)
  await text.fill('Papers of [every class](/practice), **free**')
  await page.getByRole('button', { name: 'Take card 4 away' }).click()
  await page.getByRole('button', { name: 'Take card 3 away' }).click()
  expect(await page.getByRole('button', { name: /Take card/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Bring back: Hall ticket' }).click()
  await part('Questions')
  const answer = page.getByLabel('Answer', { exact: true }).first()
  await answer.fill('No:\nto open\nto print')
  await answer.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, area.value.length))
  await page.getByRole('button', { name: 'List' }).first().click()
  expect(await answer.inputValue()).toBe('No:\n- to open\n- to print')

  await part('Testimonials')
  const words = page.getByLabel('Their words')
  const [first, second] = [await words.nth(0).inputValue(), await words.nth(1).inputValue()]
  // Both are in sight, so that nothing scrolls while one is dragged to the other.
  await resizeTo(page, { width: 1280, height: 2000 })
  const heads = page.locator('.site-part-head')
  const [from, to] = [
    await heads.nth(1).locator('.site-grip').boundingBox(),
    await heads.nth(0).boundingBox(),
  ]
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 10, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x + 12, to.y + 5, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => words.nth(0).inputValue()).toBe(second)
  expect(await words.nth(1).inputValue()).toBe(first)
  await said('Shown on Home.')
  await page.getByLabel('Hidden').first().check()
  await said('Shown to nobody: it is hidden.')
  await page.getByLabel('First day').nth(1).fill('2999-01-01')
  await said('Shown to nobody yet: it comes on 1 January 2999.')
  await page.getByLabel('Last day').nth(1).fill('2998-01-01')
  await publishButton().click()
  await said('Must not be before the first day.')
  await page.getByLabel('Last day').nth(1).fill('')
  await publish()
  const [home, about] = await Promise.all(['/', '/about'].map(textOf))
  expect(home).toContain('every class</a>, <b>free</b>')
  for (const absent of ['OMR sheet', first, second]) expect(home).not.toContain(absent)
  expect(about).toContain('<li>to print</li>')

  await part('Offer')
  await page.getByRole('button', { name: 'Back to the texts that came with the site' }).click()
  await publishButton().click()
  await expect.poll(() => textOf('/')).toContain('OMR sheet')
})

test('texts are written in Tamil and Hindi with the first in sight, seen in the preview, published and taken back', async () => {
  await open('slides')
  await language('தமிழ்')
  const heading = page.getByRole('form', { name: 'Slides in Tamil' }).getByLabel('Heading').first()
  await said('On the English pages: “Papers, free to open”')
  expect(await page.getByLabel('Where the button leads').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Add|Move|Take|Choose)/ }).count()).toBe(0)
  await heading.fill('எங்கள் வினாத்தாள்கள்')
  const preview = page.frameLocator('iframe')
  await preview.getByRole('heading', { name: 'எங்கள் வினாத்தாள்கள்' }).waitFor()
  expect(await preview.locator('html').getAttribute('lang')).toBe('ta')
  // The language stays from part to part; what has no words is the same in all.
  await part('Channels')
  await said('This is the same in every language.')
  await part('Home')
  const banner = page.getByLabel('Line above the footer')
  await banner.fill('மனம் திறந்தால்')
  await publish()
  const [en, ta] = await Promise.all(['/', '/ta'].map(textOf))
  expect(ta).toContain('<h2>எங்கள் வினாத்தாள்கள்</h2>')
  expect(ta).toContain('மனம் திறந்தால்')
  expect(en).not.toMatch(/எங்கள் வினாத்தாள்கள்|மனம் திறந்தால்/)
  // Who changes the first is told that there is another.
  await language('English')
  await said(/Also said in தமிழ்: when you change it, change it there, too\.$/)
  await language('தமிழ்')
  // Emptied again, it falls back, and nothing is left to be published but that.
  await banner.fill(' ')
  await said('Not published yet: Line above the footer in Tamil.')

  await part('Offer')
  await language('हिन्दी')
  const text = page.getByLabel('Text', { exact: true })
  await text.nth(1).fill('[यहाँ](javascript:alert(1))')
  await language('English')
  await part('Contact and hours')
  await publishButton().click()
  await said(/^Has a link to “javascript:alert\(1\)”/)
  await expect.poll(() => isFocused(text.nth(1))).toBe(true)
  await text.nth(1).fill('राज्य बोर्ड के प्रश्न पत्र, **मुफ़्त**')
  await language('English')
  await page.getByRole('button', { name: 'Move card 2 up' }).click()
  await language('हिन्दी')
  expect(await text.first().inputValue()).toContain('राज्य बोर्ड')
  await publish()
  const [first, tamil, hindi] = await Promise.all(['/', '/ta', '/hi'].map(textOf))
  expect(tamil).not.toContain('மனம் திறந்தால்')
  expect(hindi).toContain('राज्य बोर्ड के प्रश्न पत्र, <b>मुफ़्त</b>')
  expect(first).not.toContain('मुफ़्त')
  // Texts that came with the site stay translated next to it.
  expect(hindi).not.toContain('Question papers class by class')
})

async function savedFile() {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  return await file.path()
}
