import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FIRST_STEP_IDS } from '#domain/onboarding/onboarding-steps.ts'
import { site as shipped } from '#site'
import { admin, browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { openPage } from '../support/chromium.ts'
import { type Film, film } from '../support/film.ts'
import { openAdmin, signInOnPage } from '../support/sign-in-page.ts'
import { publish as publishPaper } from '../support/site.ts'
import { giveFile, quarters } from '../support/site-pictures.ts'

const PAPER = 'A paper that came with the site'
const { contacts, claims, position, slideshow, testimonials, channels, credit, plans } = shipped
/** What site.config.ts is shipped with and no centre can keep, and the paper. None of it may be left. */
const SAMPLES = [
  ...[PAPER, 'Sample', 'centre.example', '+91 00000', shipped.name, shipped.description, shipped.place],
  ...[credit.name, credit.link, String(claims.learners), String(position.latitude)],
  ...[String(position.longitude), contacts.email, contacts.phone, contacts.whatsapp, ...contacts.address],
  ...[contacts.locality, contacts.postalCode, contacts.hours, ...Object.values(channels)],
  ...slideshow.slides.flatMap(({ title, text }) => [title, text]),
  ...testimonials.flatMap(({ text, name }) => [text, name]),
  ...[plans.mon.papers, plans.half.papers, plans.ann.papers],
]

visitAdmin()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

/** Names of buttons of the step that a toast covers. */
function coveredButtons() {
  const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
  return [...document.querySelectorAll('.step-ways button')].flatMap((button) => {
    const own = button.getBoundingClientRect()
    const isCovered = toasts.some(
      ({ left, right, top, bottom }) =>
        left < own.right && own.left < right && top < own.bottom && own.top < bottom,
    )
    return isCovered ? [button.textContent] : []
  })
}

const isFocused = (goal: Locator) => goal.evaluate((element) => element === document.activeElement)
const textOf = async (path: string) => await (await site.fetch(path)).text()
const title = () => page.getByRole('heading', { level: 2 }).first()

test('the admin area of a new site opens with the checklist; Later folds it for good, and a step is skipped, gone back to or settled with one choice', async () => {
  const panel = page.getByRole('region', { name: 'Make it yours' })
  const answered = page.waitForResponse('**/api/admin/onboarding')
  await signInOnPage(page, site.origin)
  const before = await (await answered).json()
  await panel.waitFor()
  const links = panel.getByRole('listitem').getByRole('link')
  await expect.poll(() => links.first().textContent()).toBe('still a sample: Name')
  expect(await links.count()).toBe(FIRST_STEP_IDS.length)
  // It is a way in, and is there again while nothing was begun.
  const readThere = page.waitForResponse('**/api/admin/onboarding')
  await links.filter({ hasText: 'Contact' }).press('Enter')
  await page.getByRole('heading', { name: 'Contact', level: 2 }).waitFor()
  // Still being read, it would not be asked for again on the way back.
  await (await readThere).finished()
  // What was read before "Later" and arrives after it says the opposite.
  const { promise: pressed, resolve: arrive } = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/api/admin/onboarding')
  await page.route('**/api/admin/onboarding', async (route) => {
    await pressed
    await route.fulfill({ json: before })
  })
  await page.goBack()
  const read = await asked
  await panel.getByRole('button', { name: 'Later' }).press('Enter')
  await panel.waitFor({ state: 'detached' })
  arrive()
  await (await read.response())?.finished()
  await page.unroute('**/api/admin/onboarding')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await panel.count()).toBe(0)
  const papers = page.getByRole('heading', { name: 'Papers', level: 1 })
  await expect.poll(() => isFocused(papers)).toBe(true)
  const line = page.getByRole('link', { name: 'Setup: 2 of 10 steps' })
  await line.waitFor()
  await page.reload()
  await line.press('Enter')
  await page.getByRole('button', { name: 'Skip', exact: true }).press('Enter')
  await expect.poll(() => title().textContent()).toBe('Logo and colours')
  await expect.poll(() => isFocused(title())).toBe(true)
  await page.goto(`${site.origin}/admin`)
  await page.getByRole('link', { name: 'Setup: 3 of 10 steps' }).waitFor()
  expect(await panel.count()).toBe(0)
  // Whoever says when the slides open has seen them: they are not asked about again.
  await page.goto(`${site.origin}/admin/setup?step=slides`)
  await page.getByLabel('When the slides open').selectOption('Once a visit')
  await page.getByRole('button', { name: 'Publish and go on' }).press('Enter')
  await page.locator('.toast').getByText('Published').waitFor()
  await expect.poll(() => title().textContent()).toBe('Testimonials')
  expect((await site.app.centre.read()).centre.slideshow.opens).toBe('once a visit')
  const { headers } = admin
  for (const step of ['name', 'slides'])
    await site.fetch(`/api/admin/onboarding/${step}/skip`, { method: 'DELETE', headers })
})

test('by keyboard alone, on a phone, a stranger makes the sample Kaveri Maths in the setup, and not one sample is left', {
  timeout: 240_000,
}, async () => {
  const { id } = await publishPaper(site, admin, { title: PAPER })
  await publishPaper(site, admin, { title: 'Our own circles' })
  await site.app.db.updateTable('papers').set({ isSample: 1 }).where('id', '=', id).execute()
  await page.setViewportSize({ width: 360, height: 740 })
  const shots: Film = film(page)
  async function reach(goal: Locator, most = 60) {
    await goal.waitFor()
    for (let presses = 0; !(await isFocused(goal)); presses++) {
      if (presses > most) throw new Error(`${goal} is not reached by ${most} Tabs`)
      await page.keyboard.press('Tab')
    }
  }
  /** As many as by mouse: on each field that is typed in, each button, and each Enter that sends. */
  let clicks = 0
  async function enter() {
    clicks += 1
    await page.keyboard.press('Enter')
  }
  async function press(goal: Locator, most?: number) {
    await reach(goal, most)
    await enter()
  }
  async function type(label: string, text: string, at = 0) {
    clicks += 1
    await reach(page.getByLabel(label, { exact: true }).nth(at))
    await page.keyboard.press('Control+a')
    await (text === '' ? page.keyboard.press('Delete') : page.keyboard.insertText(text))
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const step = async (name: string) => {
    await expect.poll(() => title().textContent()).toBe(name)
    await shots.take()
  }
  const publish = () => press(button('Publish and go on'))

  await openAdmin(page, site.origin)
  await press(page.getByRole('link', { name: /^Setup: \d of 10 steps$/ }))
  await step('Name')
  await type('Name', 'Kaveri Maths')
  await type('What and where you are', 'A maths tuition centre in Tiruchirappalli')
  await type('What you offer, in one sentence', 'Maths of classes 9 to 12, on the river.')
  await press(button('See the page'))
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.frameLocator('iframe').getByRole('link', { name: 'Kaveri Maths, home' }).first().waitFor()
  await shots.take()
  clicks += 1
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden' })
  await expect.poll(() => isFocused(button('See the page'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await publish()

  await step('Logo and colours')
  // "Published" does not cover what is pressed next.
  await page.locator('.toast').first().waitFor()
  expect(await page.evaluate(coveredButtons)).toEqual([])
  // The admin area's own header, too.
  await page.getByRole('link', { name: 'Kaveri Maths, home' }).waitFor()
  clicks += 1
  await giveFile(page, 'drop', '.site-picture', await quarters(600, 600), 'logo.jpg')
  const crop = page.getByRole('dialog', { name: 'Logo: which part?' })
  await crop.getByText('600 × 600 pixels of it are shown.').waitFor()
  await press(crop.getByRole('button', { name: 'Use this part' }))
  await crop.waitFor({ state: 'hidden' })
  await press(button('Green'), 12)
  await press(button('Publish and go on'), 12)

  await step('Contact')
  await type('Phone', '09840012345')
  await type('Hours', 'Weekdays, 5 pm to 8 pm')
  await type('Email', 'not an address')
  await enter()
  await page.getByText('Must be an email address.').waitFor()
  await type('Email', 'ask@kaveri.example')
  await type('Street address', '12, River Road\nSrirangam')
  await type('Town or city', 'Tiruchirappalli')
  await publish()
  await page.getByText('Published. “PIN code” is still the sample. Change it, or skip this step.').waitFor()
  expect(await isFocused(page.getByLabel('PIN code'))).toBe(true)
  await type('PIN code', '620006')
  await type('Position on the map', 'https://maps.google.com/?q=10.8273,78.6928')
  await enter()

  await step('Channels')
  await press(button('Take all samples away'))
  await type('Facebook', 'facebook.com/kaverimaths')
  await type('YouTube', 'youtube.com/@kaverimaths')
  await enter()

  await step('Slides')
  for (let left = 3; left > 1; left--) await press(button('Take slide 1 away'))
  await type('Heading', 'Tests on Sunday')
  await type('Text', 'At the river, with **a teacher**.')
  await publish()
  await step('Testimonials')
  await press(button('Take all samples away and publish'))

  await step('Figures and promises')
  await type('Years of experience', '12')
  await type('Learners so far', '800')
  for (const [at, papers] of ['20 papers', '90 papers', '150 papers'].entries())
    await type('How many papers', papers, at)
  await type('Promise in the footer', 'Free for every child of the river.')
  await publish()
  await step('Languages')
  await page.getByText('texts of yours are in English on the Tamil pages.').waitFor()
  for (const language of ['Tamil', 'Hindi']) {
    await reach(page.getByLabel(`Leave ${language} off the site`))
    clicks += 1
    await page.keyboard.press('Space')
  }
  await publish()

  await step('Prices')
  for (const price of await page.locator('.price-field input').all()) {
    clicks += 1
    await price.fill('450')
  }
  await press(button('Update'))
  await page.getByText('Pricing updated successfully').waitFor()
  await step('Papers')
  await press(button('Remove all samples'))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove all samples' }))
  await page.getByText('Nothing here is a sample any more').waitFor()
  // Without the look at the page and back, the refused email and its Enter, and the Publish that forgot the PIN code.
  expect(clicks - 5).toBeLessThanOrEqual(50)

  const told = page.waitForResponse('**/api/admin/onboarding')
  await page.goto(`${site.origin}/admin`)
  const { steps } = (await (await told).json()) as { steps: { isSample: boolean; isSkipped: boolean }[] }
  expect(steps.filter(({ isSample, isSkipped }) => isSample || isSkipped)).toEqual([])
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  expect(await page.getByText(/still (a sample|samples)/).count()).toBe(0)

  const pages = ['/', '/about', '/why-us', '/pricing', '/practice', '/contact']
  const served = [...pages, '/manifest.webmanifest', '/feed.xml', '/admin/manifest.webmanifest']
  for (const path of served) {
    const text = await textOf(path)
    expect(text, path).toContain('Kaveri Maths')
    expect([path, ...SAMPLES.filter((sample) => text.includes(sample))]).toEqual([path])
  }
  const [home, pricing, contact] = await Promise.all(['/', '/pricing', '/contact'].map(textOf))
  expect(home).toMatch(/over (<!-- -->)?800/)
  for (const text of [
    '12 years',
    'Free for every child of the river.',
    'facebook.com/kaverimaths',
    '--pen:#0b5d3b',
  ])
    expect(home).toContain(text)
  for (const text of ['Tests on Sunday', '<b>a teacher</b>', '/files/site-pictures/'])
    expect(home).toContain(text)
  // One slide has nowhere to turn to.
  expect(home).not.toContain('slide-turns')
  expect(pricing).toContain('450')
  for (const text of ['+91 98400 12345', 'wa.me/919840012345', 'ask@kaveri.example', 'Srirangam', '10.8273'])
    expect(contact).toContain(text)
  // The logo takes the place of the shipped picture there, too.
  expect(contact).toContain('handset-logo')
  const visitor = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await visitor.goto(site.origin)
  await visitor.getByRole('link', { name: 'Kaveri Maths, home' }).first().waitFor()
  expect(visitor.errors).toEqual([])
  await visitor.context().close()
  for (const path of process.env.FILM ? ['/', '/contact', '/pricing'] : []) {
    await page.goto(site.origin + path)
    await shots.take()
  }
  await shots.save()
})
