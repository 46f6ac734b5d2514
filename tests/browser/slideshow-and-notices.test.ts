import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { daysFrom } from '#domain/time/india-time.ts'
import { site as centre } from '#site'
import { browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { hydratePage, openMovingPage, openPage } from '../support/chromium.ts'
import { clock, today } from '../support/noon-clock.ts'
import { openSignedIn } from '../support/sign-in-page.ts'

visitAdmin({ parts: () => ({ clock }) })
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})

const TITLES = centre.slideshow.slides.map(({ title }) => title)
const ACTION = centre.slideshow.slides[0]?.action as string

const box = (on: Page) => on.getByRole('dialog', { name: 'General instructions' })
const shown = (on: Page) => box(on).getByRole('heading').filter({ visible: true })
const isClosed = (on: Page) => box(on).waitFor({ state: 'detached' })
const focusedName = (on: Page) =>
  on.evaluate(() => {
    const focused = document.activeElement
    return focused === document.body
      ? ''
      : (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '')
  })

/** Home or Practice as it is for who has just come, with the slideshow open and the clock in our hands. */
async function arrive(path: string, options: Parameters<typeof openMovingPage>[1] = {}) {
  const visitor = await openMovingPage(browser, { isNew: true, ...options })
  await visitor.clock.install({ time: 0 })
  await visitor.clock.pauseAt(1_000)
  await visitor.goto(`${site.origin}${path}`)
  await box(visitor).waitFor()
  return visitor
}

/** Follows a link of the header within the app, until its page is there and has done what it does at once. */
async function cross(on: Page, link: string) {
  await on.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
  await on.locator('header [aria-current=page]', { hasText: link }).waitFor()
  await on.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

test('a modal slideshow of three rotates every 3 s, is held under the mouse and by its button, and is turned by hand and finger', async () => {
  const visitor = await arrive('/', { hasTouch: true })
  expect(await box(visitor).evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  expect(TITLES).toHaveLength(3)
  expect(await box(visitor).locator('svg, img').filter({ visible: true }).count()).toBeGreaterThan(0)
  for (const title of [...TITLES, TITLES[0] as string]) {
    await expect.poll(() => shown(visitor).textContent()).toBe(title)
    await visitor.clock.runFor(2_900)
    expect(await shown(visitor).textContent()).toBe(title)
    await visitor.clock.runFor(100)
  }
  const held = async (title = '') => {
    await visitor.clock.runFor(10_000)
    expect(await shown(visitor).textContent()).toBe(title)
  }
  const button = (name: string | RegExp) => box(visitor).getByRole('button', { name })
  const live = box(visitor).locator('.slides')
  await shown(visitor).hover()
  await held(TITLES[1])
  expect(await live.getAttribute('aria-live')).toBe('off')
  await button('Slide before').click()
  await expect
    .poll(async () => [await shown(visitor).textContent(), await live.getAttribute('aria-live')])
    .toEqual([TITLES[0], 'polite'])
  await button('Pause moving parts').click()
  await button(/^Slide 2/).click()
  await visitor.mouse.move(5, 5)
  await held(TITLES[1])
  // What is paused still comes to rest after a press. Until then the browser may take a finger's way for scrolling.
  await expect
    .poll(() => box(visitor).evaluate((dialog) => dialog.getAnimations({ subtree: true }).length))
    .toBe(0)
  const { x = 0, y = 0 } = (await shown(visitor).boundingBox()) ?? {}
  const touch = await visitor.context().newCDPSession(visitor)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 150, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 10, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await box(visitor).getByRole('heading', { name: TITLES[2] }).waitFor()
  expect(visitor.errors).toEqual([])
  await visitor.context().close()
})

test('it closes on a press outside it, the X and Escape; the focus stays in it, and goes back to the top of the page', async () => {
  const visitor = await arrive('/practice')
  await visitor.mouse.wheel(0, 300)
  // A press that begins in the box and ends outside it does not close it.
  await shown(visitor).hover()
  await visitor.mouse.down()
  await visitor.mouse.move(20, 400)
  await visitor.mouse.up()
  expect(await box(visitor).isVisible()).toBe(true)
  await visitor.mouse.click(20, 400)
  await isClosed(visitor)
  const page = () => visitor.evaluate(() => [scrollY, getComputedStyle(document.documentElement).overflow])
  await expect.poll(page).toEqual([0, 'visible'])

  await visitor.reload()
  await box(visitor).waitFor()
  for (let press = 0; press < 12; press++) {
    await visitor.keyboard.press('Tab')
    const where = await visitor.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)
    // Between two rounds the browser's own bar has the focus, and the page none.
    expect(where === 'DIALOG' || (await focusedName(visitor)) === '').toBe(true)
  }
  await box(visitor).getByRole('button', { name: 'Next slide' }).focus()
  await visitor.keyboard.press('Enter')
  await visitor.clock.runFor(10_000)
  expect(await shown(visitor).textContent()).toBe(TITLES[1])
  await visitor.keyboard.press('Escape')
  await visitor.locator('body[tabindex]:focus').waitFor()
  await visitor.keyboard.press('Tab')
  expect(await focusedName(visitor)).toBe('Skip to the content')

  await visitor.reload()
  await box(visitor).getByRole('button', { name: 'Close' }).click()
  await isClosed(visitor)
  await visitor.context().close()
})

test('a slide leads on, also before hydration, and the slideshow does not come again in that visit', async () => {
  const visitor = await arrive('/')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await visitor.route('**/practice', async (route) => {
    await held
    await route.continue()
  })
  await visitor.clock.resume()
  // Under the mouse the slides are held: a click must not meet the next one.
  await shown(visitor).hover()
  const { promise: isAwake, resolve: wakes } = Promise.withResolvers<void>()
  await visitor.exposeFunction('hydrated', wakes)
  await visitor.evaluate(() => {
    const told = () => Reflect.apply(Reflect.get(window, 'hydrated'), window, [])
    const change = { attributes: true, attributeFilter: ['data-hydrated'] }
    new MutationObserver(told).observe(document.documentElement, change)
  })
  await box(visitor)
    .getByRole('link', { name: ACTION })
    .evaluate((link: HTMLElement) => link.click())
  await visitor.mouse.move(5, 5)
  await isAwake
  release()
  await visitor.getByRole('heading', { name: 'Free Practice' }).waitFor()
  await hydratePage(visitor)
  expect(await box(visitor).count()).toBe(0)
  await cross(visitor, 'Home')
  expect(await box(visitor).count()).toBe(0)
  await visitor.context().close()
})

test('an app that was loaded elsewhere opens it once, at the first of Home and Practice; who is busy or came for something is let be', async () => {
  const visitor = await openMovingPage(browser, { isNew: true })
  await visitor.goto(`${site.origin}/practice?q=matrices`)
  await hydratePage(visitor)
  await cross(visitor, 'Contact Us')
  expect(await box(visitor).count(), 'a page without slides').toBe(0)
  await cross(visitor, 'Home')
  await box(visitor).waitFor()
  await visitor.keyboard.press('Escape')
  await isClosed(visitor)
  await expect
    .poll(() => focusedName(visitor), { message: 'the link that led here has the focus again' })
    .toBe('Home')
  await cross(visitor, 'Free Question paper')
  await cross(visitor, 'Home')
  expect(await box(visitor).count(), 'again in the same load').toBe(0)
  await visitor.reload()
  await box(visitor).waitFor()
  expect(visitor.errors).toEqual([])
  await visitor.context().close()
  for (const options of [{ isNew: false }, { isNew: true, javaScriptEnabled: false }]) {
    const bare = await openMovingPage(browser, options)
    await bare.goto(site.origin, { waitUntil: 'networkidle' })
    expect(await box(bare).count()).toBe(0)
    if (!options.isNew) {
      await cross(bare, 'Free Question paper')
      expect(await box(bare).count(), 'in the same load').toBe(0)
    }
    await bare.context().close()
  }
})

test('what is announced is on Home and Practice, and is closed before hydration and for good on this device', async () => {
  const text = 'Half-yearly papers are here 🎉 அரையாண்டு வினாத்தாள்கள்'
  const announcements = [{ text, link: '/pricing', from: today, until: daysFrom(today, 1) }]
  const classes = ['10th-cbse']
  const exams = [{ name: 'Board exams', classes, from: daysFrom(today, 12), until: daysFrom(today, 20) }]
  const slideshow = { ...centre.slideshow, opens: 'never' as const }
  const outcome = await publishCentre(site.app, { ...centre, slideshow, announcements, exams }, null, {
    basedOn: 0,
  })
  expect(outcome).not.toHaveProperty('conflict')
  const plain = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(site.origin)
  await plain.getByRole('link', { name: text }).waitFor()
  expect(await plain.getByRole('button', { name: 'Close this announcement' }).count()).toBe(0)
  await plain.context().close()

  // Without it the page stays as the server rendered it.
  await page.route(/\/hydrate-[^/]*\.js/, (route) => route.abort())
  await page.goto(site.origin)
  const announced = page.getByRole('region', { name: 'Announcement' })
  await announced.getByRole('button').press('Enter')
  expect(await announced.isVisible()).toBe(false)
  await page.unrouteAll()
  await page.goto(`${site.origin}/practice`)
  await page.getByRole('region', { name: 'Coming exams' }).waitFor()
  expect(await announced.isVisible()).toBe(false)
  // Once React is there, and on a page that it goes to.
  await page.getByRole('link', { name: `${centre.name}, home` }).click()
  await page.locator('main.home').waitFor()
  expect(await page.locator('.announcement').count()).toBe(1)
  expect(await announced.isVisible()).toBe(false)
  expect(page.errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('exam dates are kept in a month, by keys: a day begins an exam, its sentence is read, and it is live when published', async () => {
  await openSignedIn(page, site.origin, '/admin/site?group=exams')
  const name = '📚 அரையாண்டுத் தேர்வு'
  const month = page.getByRole('table')
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
  const first = `${today.slice(0, 8)}01`
  // Not by Tab, as screen readers do.
  await month.locator(`[data-day="${first}"]`).focus()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(daysFrom(first, 7))
  await month.locator(`[data-day="${daysFrom(first, 6)}"]`).focus()
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(daysFrom(first, 7))
  await month.locator(`[data-day="${today}"]`).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const day = daysFrom(today, 8)
  expect(await focused()).toBe(day)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Name of the exam')
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.keyboard.type(name)
  await page.getByText(`${name} is in 8 days.`).waitFor()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Need at least one.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('exams[0].classes')
  await page.getByLabel('9th State').check()
  expect(await month.locator(`[data-day="${day}"]`).getAttribute('aria-label')).toContain('📚')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Published: the whole site says so now').first().waitFor()
  expect(await (await site.fetch('/')).text()).toMatch(new RegExp(`${name}</b> (<!-- -->)?is in 8 days`))
  expect(page.errors).toEqual([])
})
