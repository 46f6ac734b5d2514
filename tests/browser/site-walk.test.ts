import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '../support/chromium.ts'
import { browser, site, visitDesk } from '../support/desk-session.ts'
import { type Film, film } from '../support/film.ts'
import { openSignedIn } from '../support/sign-in-page.ts'

visitDesk()

/** Of what the sample says of itself; none of it may be left. */
const SAMPLES = [
  'Thervu',
  'centre.example',
  '+91 00000',
  '910000000000',
  'Sample',
  'studio.example',
  '13.0827',
]
const CHANNELS = ['Instagram', 'X', 'Website', 'Telegram', 'LinkedIn']

test('by keyboard alone, on a phone, a stranger makes the sample Kaveri Maths, and not one sample is left', {
  timeout: 180_000,
}, async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  const shots: Film = film(page)
  await openSignedIn(page, site.origin, '/admin/site?group=centre')
  const publish = page.getByRole('button', { name: 'Publish changes' })
  await publish.waitFor()

  const isFocused = (goal: Locator) => goal.evaluate((element) => element === document.activeElement)
  async function reach(goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await goal.waitFor()
    for (let presses = 0; !(await isFocused(goal)); presses++) {
      if (presses > 150) throw new Error(`${goal} is not reached by ${key}`)
      await page.keyboard.press(key)
    }
  }
  async function type(label: string, text: string) {
    await reach(page.getByLabel(label, { exact: true }).first())
    await page.keyboard.press('Control+a')
    await (text === '' ? page.keyboard.press('Delete') : page.keyboard.insertText(text))
  }
  async function press(goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await reach(goal, key)
    await page.keyboard.press('Enter')
  }
  const parts = page.getByRole('navigation', { name: 'Parts of the site' })
  async function open(name: string) {
    await press(parts.getByRole('link', { name }), 'Shift+Tab')
    await page.getByRole('heading', { level: 2, name }).waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()

  await type('Name', 'Kaveri Maths')
  await type('What and where you are', 'A maths tuition centre in Tiruchirappalli')
  await shots.take()
  await type('What you offer, in one sentence', 'Maths of classes 9 to 12, on the river.')
  await type('Years of experience', '12')
  await type('Learners so far', '800')
  await type('Made by', 'Kaveri Maths')
  await type('Address of who made it', 'https://kaveri.example')

  await open('Contact and hours')
  await type('Phone', '09840012345')
  await type('WhatsApp number', '98400 12345')
  await type('Email', 'ask@kaveri.example')
  await type('Hours', 'Monday to Friday, 5 pm to 8 pm')
  await type('Street address', '12, River Road\nSrirangam')
  await shots.take()
  await type('Town or city', 'Tiruchirappalli')
  await type('PIN code', '620006')
  await type('Position on the map', 'https://maps.google.com/?q=10.8273,78.6928')
  await reach(page.getByLabel('These contacts are samples'))
  await page.keyboard.press('Space')

  await open('Channels')
  await type('Facebook', 'facebook.com/kaverimaths')
  for (const channel of CHANNELS.slice(0, 3)) await type(channel, '')
  await type('YouTube', 'youtube.com/@kaverimaths')
  await type('WhatsApp', '')
  for (const channel of CHANNELS.slice(3)) await type(channel, '')

  await open('Testimonials')
  for (let left = 6; left > 1; left--) await press(button('Take testimonial 1 away'))
  await type('Their words', 'She explains each line until it is ours.')
  await type('Who said it', 'Meena’s mother, class 10')
  await reach(page.getByLabel('A sample, which the page says'))
  await page.keyboard.press('ArrowUp')
  expect(await page.getByLabel('They agreed to stand here with this name').isChecked()).toBe(true)
  await shots.take()

  await open('Plans')
  await type('Description', 'A month of papers, and **a teacher** beside them.')
  await open('Colours')
  await press(button('Green'))
  await shots.take()
  await press(publish)
  await page.getByText('Published: the whole site says so now').waitFor()

  await openSignedIn(page, site.origin, '/admin')
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  for (const price of await page
    .getByRole('region', { name: 'Pricing Section' })
    .getByRole('textbox')
    .all()) {
    await reach(price)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('450')
  }
  await press(button('Update'))
  await page.getByText('Pricing updated successfully').waitFor()

  const textOf = async (path: string) => await (await site.fetch(path)).text()
  const pages = ['/', '/about', '/why-us', '/pricing', '/practice', '/contact']
  const served = [...pages, '/manifest.webmanifest', '/feed.xml', '/admin/manifest.webmanifest']
  for (const path of served) {
    const text = await textOf(path)
    expect(text, path).toContain('Kaveri Maths')
    for (const sample of SAMPLES) expect(text.includes(sample), `${path}: ${sample}`).toBe(false)
  }
  const [home, pricing, contact] = await Promise.all(['/', '/pricing', '/contact'].map(textOf))
  expect(home).toMatch(/over (<!-- -->)?800/)
  for (const text of ['12 years', 'Meena’s mother', 'facebook.com/kaverimaths', '--pen:#0b5d3b'])
    expect(home).toContain(text)
  for (const text of ['450', '<b>a teacher</b>']) expect(pricing).toContain(text)
  for (const text of ['+91 98400 12345', 'wa.me/919840012345', 'ask@kaveri.example', 'Srirangam', '10.8273'])
    expect(contact).toContain(text)
  expect(home).toMatch(/\/share\.png\?v=1/)
  const share = await site.fetch('/share.png?v=1')
  expect([share.status, share.headers.get('content-type')]).toEqual([200, 'image/png'])
  for (const path of ['/', '/contact', '/pricing']) {
    await page.goto(site.origin + path)
    const later = page.getByRole('dialog')
    if (await later.isVisible()) await page.keyboard.press('Escape')
    await shots.take()
  }
  await shots.save()
  expect(page.errors).toEqual([])
  await page.context().close()
})
